import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { isPlainObject } from '../plain/isPlainObject';
import { deleteCell } from '../tables/deleteCell';
import { getCell } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import { createOwner } from '../tables/Owner';
import { type DoubtsByKind, doubtsOf, noteDoubt, withDoubts } from '../types/doubts';
import type { SavedState } from '../types/SavedState';
import type { DataState } from '../types/State';

/**
 * What is worth keeping of the slice's state: for storage, or for a page that a
 * server has rendered.
 *
 * Plain JSON data. Failures are left out. It holds response data: treat it as
 * user data.
 *
 * @throws {UsageError} (in development) when it is given something else than the slice's state
 * @example
 * ```ts
 * import { dehydrate } from 'rdc-toolkit';
 *
 * localStorage.setItem('data', JSON.stringify(dehydrate(store.getState().rdc)));
 * ```
 */
export function dehydrate(state: DataState): SavedState {
  if (process.env.NODE_ENV !== 'production' && !isPlainObject(state?.endpoints)) {
    const fix = 'Pass the state of the slice: dehydrate(store.getState().rdc).';
    throw argumentError('dehydrate()', `it was given ${describeValue(state)}`, fix);
  }
  const { entities, deleted, indexes, endpoints, links, doubts, optimistic } = state;
  const owner = createOwner();
  let kept = endpoints;
  forEachCell(endpoints, (key, { meta }) => {
    if (meta.error !== undefined) kept = deleteCell(kept, key, owner);
  });
  // The server may execute what is in flight once the page is closed.
  const unsure: DoubtsByKind = new Map();
  for (const { writes = {}, began } of optimistic)
    for (const [kind, records] of Object.entries(writes))
      for (const pk of Object.keys(records))
        if (getCell(entities[kind], pk) !== undefined) noteDoubt(unsure, kind, pk, began);
  return {
    entities,
    deleted,
    indexes,
    endpoints: kept,
    links,
    doubts: withDoubts(doubts, doubtsOf(unsure)),
    optimistic,
    date: Date.now(),
  };
}
