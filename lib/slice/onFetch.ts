import { argsOf, endpointOf } from '../actions/endpointOf';
import type { FetchAction } from '../actions/fetch';
import { carry, hide } from '../actions/live';
import { createOwner } from '../tables/Owner';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { DataState, OptimisticUpdate } from '../types/State';
import { commit } from './commit';
import { begun } from './inflight';
import { reported } from './reported';

/** Records a request as under way, and lets its outcome be shown where the endpoint can tell it. */
export function onFetch(state: DataState, action: FetchAction): DataState {
  const { key, meta } = action;
  // Made before the store was reset, and dispatched after: its answer will not land, so nobody waits for it here.
  if (meta.fetchedAt < state.lastReset) return state;
  const owner = createOwner();
  const inflight = begun(state.inflight, key, meta.requestId, meta.fetchedAt, owner);
  const endpoint = reported(() => endpointOf(action));
  const optimistic =
    endpoint !== undefined && isOptimistic(endpoint)
      ? [...state.optimistic, updateOf(action, endpoint)]
      : state.optimistic;
  return commit(state, { parts: { inflight, optimistic }, requests: [key] }, owner);
}

function isOptimistic(endpoint: EndpointInterface): boolean {
  return endpoint.sideEffect === true && endpoint.getOptimisticResponse !== undefined;
}

function updateOf(action: FetchAction, endpoint: EndpointInterface): OptimisticUpdate {
  const { endpointName, key } = action;
  const { requestId, fetchedAt, writes } = action.meta;
  const update = carry({ endpointName }, 'args', 'plainArgs', argsOf(action));
  return hide(
    Object.assign(update, { key, requestId, fetchedAt, ...(writes !== undefined && { writes }) }),
    'endpoint',
    endpoint,
  ) as unknown as OptimisticUpdate;
}
