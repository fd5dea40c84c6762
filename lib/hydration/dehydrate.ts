import { endpointOf } from '../actions/endpointOf';
import { plainAbort } from '../actions/setResponse';
import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { attempt } from '../plain/attempt';
import { isPlainObject } from '../plain/isPlainObject';
import { castDoubt } from '../slice/castDoubt';
import { entriesInFlight } from '../slice/inflight';
import { deleteCell } from '../tables/deleteCell';
import { forEachCell } from '../tables/iterate';
import { createOwner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import type { SavedState } from '../types/SavedState';
import type { DataState, Doubts } from '../types/State';

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
  const { entities, deleted, indexes, endpoints, links, aliases, optimistic } = state;
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
  return {
    entities,
    deleted,
    indexes,
    endpoints: kept,
    links,
    doubts: doubtsOnceClosed(state),
    aliases,
    optimistic,
    date: Date.now(),
  };
}

/** The doubts about a state, and about what the server may execute of what is in flight, once the page is closed. */
function doubtsOnceClosed(state: DataState): Doubts {
  let { doubts } = state;
  for (const [requestId, entry] of entriesInFlight(state)) {
    // One that only reads has no name there.
    if (entry.endpointName === '') continue;
    const action = plainAbort(entry, requestId, state.order + 1);
    // What its endpoint throws keeps nobody from saving.
    attempt(() => {
      const endpoint = endpointOf(action);
      if (endpoint.sideEffect) ({ doubts } = castDoubt({ ...state, doubts }, action, endpoint));
    });
  }
  return doubts;
}
