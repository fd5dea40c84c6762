import { useDLE } from 'rdc-toolkit/react';
import { withLog } from './log/withLog';
import { UserResource } from './resources/User';
import { useAppDispatch, useAppSelector } from './store';
import { useRoute } from './useRoute';
import { draftOpened, personChosen } from './view';

function ActingAs() {
  const dispatch = useAppDispatch();
  const login = useAppSelector(state => state.view.actingAs);
  const { data: people = [] } = useDLE(UserResource.getList);
  return (
    <label className="acting-as">
      <span>Acting as</span>
      <select value={login} onChange={event => dispatch(personChosen(event.target.value))}>
        {people.length === 0 && <option>{login}</option>}
        {people.map(person => (
          <option key={person.login}>{person.login}</option>
        ))}
      </select>
    </label>
  );
}

/** Where to go, who one is, and the way to a new issue. */
export function Header() {
  const dispatch = useAppDispatch();
  const [page] = useRoute();
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
      <ActingAs />
      <a className="button" href={withLog ? `./${location.hash}` : `?devtools${location.hash}`}>
        {withLog ? 'Hide the log' : 'Show the log'}
      </a>
      <button type="button" className="button primary" onClick={() => dispatch(draftOpened('backlog'))}>
        New issue
      </button>
    </header>
  );
}
