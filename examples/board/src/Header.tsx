import { withLog } from './log/withLog';
import { Me } from './session/Me';
import { Present } from './session/Present';
import { useAppDispatch } from './store';
import { useHash, useRoute } from './useRoute';
import { draftOpened } from './view';

/** Where to go, who one is, and the way to a new issue. */
export function Header() {
  const dispatch = useAppDispatch();
  const [page] = useRoute();
  const hash = useHash();
  const here = (name: string) => (page === name ? 'page' : undefined);
  return (
    <header className="header">
      <h1>
        <a href="#/">Board</a>
      </h1>
      <nav aria-label="Pages">
        <a href="#/" aria-current={here('')}>
          Columns
        </a>
        <a href="#/list" aria-current={here('list')}>
          List
        </a>
      </nav>
      <span className="header-gap" />
      {page === '' && <Present />}
      <Me />
      <a className="button" href={withLog ? `./${hash}` : `?devtools${hash}`}>
        {withLog ? 'Hide the log' : 'Show the log'}
      </a>
      <button type="button" className="button primary" onClick={() => dispatch(draftOpened('backlog'))}>
        New issue
      </button>
    </header>
  );
}
