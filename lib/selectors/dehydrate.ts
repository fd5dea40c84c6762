import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { isPlainObject } from '../plain/isPlainObject';
import { deleteCell } from '../tables/deleteCell';
import { getCell, getValue } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import { createOwner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { type DoubtsByKind, doubtsOf, noteDoubt, withDoubts } from '../types/doubts';
import type { SavedState } from '../types/SavedState';
import type { DataState } from '../types/State';

/**
 * What is worth keeping of the slice's state: for storage, or for a page that a
 * server has rendered.
 *
 * Plain JSON data. Failures are left out; the data that a request has brought before it failed softly
 * is kept. It holds response data: treat it as user data.
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
  const { entities, deleted, indexes, endpoints, links, doubts, aliases, optimistic } = state;
  const owner = createOwner();
  let kept = endpoints;
  forEachCell(
    endpoints,
    (key, { value, meta: { error, errorPolicy, errorExpiresAt, failedAt, ...meta } }) => {
      if (error === undefined) return;
      const isShown = errorPolicy === 'soft' && value !== undefined;
      kept = isShown ? putCell(kept, key, { value, meta }, owner) : deleteCell(kept, key, owner);
    },
  );
  // The server may execute what is in flight once the page is closed.
  const unsure: DoubtsByKind = new Map();
  for (const { writes = {}, began } of optimistic)
    for (const [kind, records] of Object.entries(writes))
      for (const written of Object.keys(records)) {
        const pk = getValue(aliases, written) ?? written;
        if (getCell(entities[kind], pk) !== undefined) noteDoubt(unsure, kind, pk, began);
      }
  return {
    entities,
    deleted,
    indexes,
    endpoints: kept,
    links,
    doubts: withDoubts(doubts, doubtsOf(unsure)),
    aliases,
    optimistic,
    date: Date.now(),
  };
}
