import { useSearch } from '../useRoute';
import { type Listing, readListing } from './listAddress';

/** What the address says that the list shows. */
export function useListing(): Listing {
  const search = useSearch();
  return readListing(search);
}
