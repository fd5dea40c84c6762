import { useDebounce } from 'rdc-toolkit/react';
import { useEffect } from 'react';
import { useAppDispatch } from '../store';
import { useSearch } from '../useRoute';
import { useTitle } from '../useTitle';
import { listShown } from '../view';
import { Filter } from './Filter';
import { IssueRows } from './IssueRows';
import { readListing } from './listAddress';
import './list.css';

/** How long typing must pause before a search starts, in milliseconds. */
const PAUSE = 250;

/** Issues in one list, filtered and sorted by the URL. */
export function IssueList() {
  const dispatch = useAppDispatch();
  const search = useSearch();
  const listing = readListing(search);
  const [q] = useDebounce(listing.q, PAUSE);
  useTitle(q ? `“${q}” in the list` : 'List');

  useEffect(() => {
    dispatch(listShown(search));
  }, [search, dispatch]);

  return (
    <div className="list">
      <h2 className="visually-hidden">All issues</h2>
      <Filter />
      <IssueRows listing={{ ...listing, q }} />
    </div>
  );
}
