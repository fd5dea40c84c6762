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
 * The part of the slice's state that is worth keeping: for storage, or for a server-rendered page.
 *
 * Plain JSON data. Failures are left out; data that was there before a request failed softly is kept. The result
 * holds response data: treat it as user data.
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

/** The doubts about a state, and about mutations in flight that the server may execute once the page is closed. */
function doubtsOnceClosed(state: DataState): Doubts {
  let { doubts } = state;
  for (const [requestId, entry] of entriesInFlight(state)) {
    // An entry that only reads has no endpoint name.
    if (entry.endpointName === '') continue;
    const action = plainAbort(entry, requestId, state.order + 1);
    // An endpoint that throws does not keep the state from being saved.
    attempt(() => {
      const endpoint = endpointOf(action);
      if (endpoint.sideEffect) ({ doubts } = castDoubt({ ...state, doubts }, action, endpoint));
    });
  }
  return doubts;
}
