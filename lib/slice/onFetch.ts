import { argsOf, endpointOf } from '../actions/endpointOf';
import type { FetchAction } from '../actions/fetch';
import { carry, hide } from '../actions/hiddenFields';
import { addressedRecord } from '../schema/addressedRecord';
import { createOwner } from '../tables/Owner';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { DataState, InFlight, OptimisticUpdate } from '../types/State';
import { commit } from './commit';
import { begun } from './inflight';
import { tryOrReport } from './tryOrReport';

/** Records a request as in flight, with its optimistic update if the endpoint has one. */
export function onFetch(state: DataState, action: FetchAction): DataState {
  const { key, meta } = action;
  const { requestId, began = state.order + 1 } = meta;
  // It began before a reset and was dispatched after: its response will not land, so do not record it.
  if (began < state.session) return state;
  const owner = createOwner();
  const endpoint = tryOrReport(() => endpointOf(action), action);
  const request: InFlight = endpoint?.sideEffect
    ? mutationOf(state, endpoint, action, { requestId, began })
    : { requestId, began };
  const inflight = begun(state, key, request, owner);
  const optimistic =
    endpoint !== undefined && isOptimistic(endpoint) && inflight.inflight !== state.inflight
      ? [...state.optimistic, updateOf(action, began, endpoint)]
      : state.optimistic;
  return commit(state, { parts: { ...inflight, optimistic }, requests: [key], order: began }, owner);
}

function mutationOf(
  { entities }: DataState,
  endpoint: EndpointInterface,
  action: FetchAction,
  request: InFlight,
): InFlight {
  const args = argsOf(action);
  const record = addressedRecord(endpoint, args, entities);
  const mutation: InFlight = { ...request, mutation: true, ...(record && { record }) };
  // Its update holds name and arguments.
  if (isOptimistic(endpoint)) return mutation;
  return carry({ ...mutation, endpointName: action.endpointName }, 'args', 'plainArgs', args) as InFlight;
}

function isOptimistic(endpoint: EndpointInterface): boolean {
  return !!endpoint.sideEffect && endpoint.getOptimisticResponse !== undefined;
}

function updateOf(action: FetchAction, began: number, endpoint: EndpointInterface): OptimisticUpdate {
  const { endpointName, key } = action;
  const { requestId, fetchedAt, writes, shown } = action.meta;
  const update = carry({ endpointName }, 'args', 'plainArgs', argsOf(action));
  const fields = { key, requestId, fetchedAt, began, ...(writes !== undefined && { writes }) };
  hide(Object.assign(update, fields), 'endpoint', endpoint);
  return hide(update, 'shown', shown) as unknown as OptimisticUpdate;
}
