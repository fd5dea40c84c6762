import type { SetAction } from '../actions/set';
import type { SetResponseAction } from '../actions/setResponse';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Landing } from '../types/Landing';
import type { DataState, InFlight } from '../types/State';
import { horizonWithout, inFlight } from './inflight';
import { mutationOf } from './mutationOf';

/**
 * Describes a response, or data without a request, before it is written: when it was requested, and what else is in
 * flight.
 *
 * @param endpoint of the request that brought it
 */
export function landingOf(
  state: DataState,
  action: SetAction | SetResponseAction,
  endpoint?: EndpointInterface,
): Landing {
  const { meta } = action as SetResponseAction;
  const { fetchedAt, date, expiresAt, requestId, landed = state.order + 1 } = meta;
  const began = inFlight(state, requestId)?.request.began;
  const { left = began ?? landed, since = left } = meta;
  const isMutation = endpoint?.sideEffect && requestId !== undefined;
  let horizon: number | undefined;
  return {
    fetchedAt,
    date,
    expiresAt,
    began: began ?? left,
    left,
    landed,
    mutation: isMutation ? mutationOf(state, action as SetResponseAction, endpoint, since) : undefined,
    // Computed on demand, since it visits all requests in flight. Not a getter: each evaluation of a literal with one
    // gets a hidden class of its own, which keeps the closure and the state alive through minor garbage collections.
    horizon(after) {
      const isOwn = (other: InFlight) => other.requestId === requestId;
      if (after !== undefined) return horizonWithout(state, other => isOwn(other) || other.began <= after);
      horizon ??= horizonWithout(state, isOwn);
      return horizon;
    },
    isRequested: requestId !== undefined,
  };
}

/** Whether another request in flight may overlap with what lands. */
export function isContended({ inflight, mutating }: DataState, { mutation }: Landing): boolean {
  // `inflight` has one entry per key, which mutations may share.
  return mutation === undefined ? mutating > 0 : inflight.size > 1 || mutating > 1;
}
