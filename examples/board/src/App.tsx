import { AsyncBoundary } from 'rdc-toolkit/react';
import { StrictMode } from 'react';
import { Board } from './board/Board';
import { ConnectionBar } from './connection/ConnectionBar';
import { Header } from './Header';
import { IssueError } from './issue/IssueError';
import { IssuePage } from './issue/IssuePage';
import { NewIssue } from './issue/NewIssue';
import { IssueList } from './list/IssueList';
import { Log } from './log/Log';
import { Notice } from './Notice';
import { Opening } from './Opening';
import { ErrorNotice } from './parts/ErrorNotice';
import { Loading } from './parts/Loading';
import { NotFound } from './parts/NotFound';
import { PersonPage } from './people/PersonPage';
import { Gate } from './session/Gate';
import { useFocusOnPage } from './useFocusOnPage';
import { useRoute } from './useRoute';

function Page() {
  const [page = '', id = ''] = useRoute();
  switch (page) {
    case '':
      return <Board />;
    case 'list':
      return <IssueList />;
    case 'issues':
      return (
        <AsyncBoundary key={id} fallback={<Loading shape="page" />} errorComponent={IssueError}>
          <IssuePage id={id} />
        </AsyncBoundary>
      );
    case 'people':
      return (
        <AsyncBoundary key={id} fallback={<Loading shape="page" />} errorComponent={ErrorNotice}>
          <PersonPage login={id} />
        </AsyncBoundary>
      );
    default:
      return <NotFound>There is no such page.</NotFound>;
  }
}

function Main() {
  const [page = '', id = ''] = useRoute();
  const main = useFocusOnPage(`${page}/${id}`);
  return (
    <main id="main" ref={main} tabIndex={-1}>
      <Page />
    </main>
  );
}

/** The window: a header, one page, and the log if it is open. */
export function App() {
  return (
    <div className="app">
      <StrictMode>
        <AsyncBoundary fallback={<Opening />} errorComponent={ErrorNotice}>
          <Gate>
            <Header />
            <ConnectionBar />
            <Main />
            <NewIssue />
            <Notice />
          </Gate>
        </AsyncBoundary>
      </StrictMode>
      <Log />
    </div>
  );
}
