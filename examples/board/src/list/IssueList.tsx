import { AsyncBoundary } from 'rdc-toolkit/react';
import { useDeferredValue, useEffect } from 'react';
import { ErrorNotice } from '../parts/ErrorNotice';
import { Loading } from '../parts/Loading';
import { useAppDispatch } from '../store';
import { useSearch } from '../useRoute';
import { useTitle } from '../useTitle';
import { listShown } from '../view';
import { Filter } from './Filter';
import { IssueRows } from './IssueRows';
import { readListing } from './listAddress';
import './list.css';

/** Issues in one list, filtered and sorted; the last response stays on the screen until the next is there. */
export function IssueList() {
  const dispatch = useAppDispatch();
  const search = useSearch();
  const shown = useDeferredValue(search);
  const { q } = readListing(search);
  useTitle(q ? `“${q}” in the list` : 'List');

  useEffect(() => {
    dispatch(listShown(search));
  }, [search, dispatch]);

  return (
    <div className="list" aria-busy={shown !== search}>
      <h2 className="visually-hidden">All issues</h2>
      <Filter />
      <AsyncBoundary fallback={<Loading shape="rows" count={8} />} errorComponent={ErrorNotice}>
        <IssueRows search={shown} />
      </AsyncBoundary>
    </div>
  );
}
