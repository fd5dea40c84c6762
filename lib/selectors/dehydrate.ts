import { deleteCell } from '../tables/deleteCell';
import { forEachCell } from '../tables/iterate';
import { createOwner } from '../tables/Owner';
import type { SavedState } from '../types/SavedState';
import type { DataState } from '../types/State';

/**
 * What is worth keeping of the slice's state: for storage, or for a page that a
 * server has rendered.
 *
 * Plain JSON data. Failures are left out. It holds response data: treat it as
 * user data.
 *
 * @example
 * ```ts
 * import { dehydrate } from 'rdc-toolkit';
 *
 * localStorage.setItem('data', JSON.stringify(dehydrate(store.getState().rdc)));
 * ```
 */
export function dehydrate({
  entities,
  deleted,
  indexes,
  endpoints,
  links,
  optimistic,
}: DataState): SavedState {
  const owner = createOwner();
  let kept = endpoints;
  forEachCell(endpoints, (key, { meta }) => {
    if (meta.error !== undefined) kept = deleteCell(kept, key, owner);
  });
  return { entities, deleted, indexes, endpoints: kept, links, optimistic };
}
