import { AsyncBoundary } from 'rdc-toolkit/react';
import { useDeferredValue } from 'react';
import { ErrorNotice } from '../parts/ErrorNotice';
import { Loading } from '../parts/Loading';
import { useAppSelector } from '../store';
import { Filter } from './Filter';
import { IssueRows } from './IssueRows';
import './list.css';

/** Issues in one list, narrowed by a filter; the last answer stays on the screen until the next is there. */
export function IssueList() {
  const filter = useAppSelector(state => state.view.filter);
  const shown = useDeferredValue(filter);
  return (
    <div className="list" aria-busy={shown !== filter}>
      <Filter />
      <AsyncBoundary fallback={<Loading blocks={6} />} errorComponent={ErrorNotice}>
        <IssueRows filter={shown} />
      </AsyncBoundary>
    </div>
  );
}
