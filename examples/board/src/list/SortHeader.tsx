import { goTo } from '../useRoute';
import { addressOf, type Listing, type Sorting } from './listAddress';

/** A column's header, which sorts the list: ascending, descending, then as on the board. */
export function SortHeader({ by, listing, children }: { by: Sorting; listing: Listing; children: string }) {
  const isSorted = listing.sort === by;
  const order = listing.descending ? 'descending' : 'ascending';
  const next = !isSorted
    ? ({ sort: by, descending: false } as const)
    : ({ sort: listing.descending ? '' : by, descending: !listing.descending } as const);
  return (
    <th scope="col" aria-sort={isSorted ? order : 'none'}>
      <button type="button" onClick={() => goTo(addressOf({ ...listing, ...next }))}>
        {children}
        <span aria-hidden="true">{isSorted && (listing.descending ? ' ↓' : ' ↑')}</span>
      </button>
    </th>
  );
}
