import { LogButton } from './log/LogButton';
import { Menu } from './Menu';
import { Me } from './session/Me';
import { Present } from './session/Present';
import { useAppDispatch, useAppSelector } from './store';
import { ThemeToggle } from './theme/ThemeToggle';
import { useHash, useRoute } from './useRoute';
import { draftOpened } from './view';

/** Links to the pages, who is here, and a button for a new issue. */
export function Header() {
  const dispatch = useAppDispatch();
  const [page] = useRoute();
  const hash = useHash();
  const list = useAppSelector(state => state.view.list);
  const here = (name: string) => (page === name ? 'page' : undefined);
  return (
    <header className="header">
      <a className="skip" href={hash} onClick={skipToMain}>
        Skip to the page
      </a>
      <h1>
        <a href="#/">Board</a>
      </h1>
      <nav aria-label="Pages">
        <a href="#/" aria-current={here('')}>
          Columns
        </a>
        <a href={list ? `#/list?${list}` : '#/list'} aria-current={here('list')}>
          List
        </a>
      </nav>
      <span className="header-gap" />
      <button type="button" className="button primary" onClick={() => dispatch(draftOpened('backlog'))}>
        New issue
      </button>
      <Menu>
        {page === '' && <Present />}
        <Me />
        <LogButton />
        <ThemeToggle />
      </Menu>
    </header>
  );
}

function skipToMain(event: { preventDefault(): void }) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
