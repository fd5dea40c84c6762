import { useSearch } from '../useRoute';
import { type Listing, readListing } from './listAddress';

/** What the list shows, from the URL. */
export function useListing(): Listing {
  const search = useSearch();
  return readListing(search);
}
