import type { RequestedBy } from '../actions/fetch';
import type { SetResponseAction } from '../actions/setResponse';
import { selectResponse } from '../selectors/selectResponse';
import type { StoreHandle, UnhandledRequest } from '../store/StoreHandle';
import type { ResponseError } from '../types/ResponseError';

/** The failure of each store's latest mutation; `false` if it succeeded. */
const failures = new WeakMap<object, string | false>();

/** Receives failures that nothing handles. */
export type OnError = (error: ResponseError, request: UnhandledRequest) => void;

/**
 * Passes a failure to the app if no code waits for the request and no component shows the error. If a mutation and the
 * refetch of what it left in doubt fail in the same way, only the first is passed.
 */
export function tellUnhandled(
  { awaiting, observers, getState, onError }: StoreHandle,
  { endpoint, args, key, meta, response, error }: SetResponseAction,
  by: RequestedBy,
): void {
  const isHandled = [meta.requestId, !endpoint?.sideEffect && key].some(name =>
    awaiting?.delete(name as string),
  );
  const { name, status } = (response ?? {}) as ResponseError;
  const failure = error && `${name} ${status}`;
  const isRepeated = by === 'doubt' && failures.get(observers) === failure;
  if (endpoint?.sideEffect) failures.set(observers, failure);
  if (!error || isHandled || isRepeated || endpoint === undefined || name === 'AbortError') return;
  for (const { observed } of observers) if (observed.key === key && observed.showsError) return;
  if (observers.requests().has(key) && selectResponse(getState(), endpoint, args).error !== undefined) return;
  onError(response as Error, { endpoint, args, key, by });
}
