import type { RequestedBy } from '../actions/fetch';
import type { SetResponseAction } from '../actions/setResponse';
import { reportError } from '../plain/reportError';
import { selectResponse } from '../selectors/selectResponse';
import type { StoreHandle } from '../store/StoreHandle';
import type { FailedRequest } from '../types/FailedRequest';
import type { ResponseError } from '../types/ResponseError';

/** A request that failed, and whose failure nothing handles. */
export interface UnhandledRequest extends FailedRequest {
  /** What began it. */
  readonly by: RequestedBy;
}

/** How the latest mutation of each store has failed; `false` where it has not. */
const failures = new WeakMap<object, string | false>();

/** Gets the failures that nothing handles. */
export type OnError = (error: ResponseError, request: UnhandledRequest) => void;

/**
 * Hands a failure to the app where no code waits for the request, and no component shows the error. A mutation that has
 * failed, and the refetch of what that has left in doubt, fail in the same way once.
 */
export function tellUnhandled(
  { awaiting, observers, getState }: StoreHandle,
  { endpoint, args, key, meta, response, error }: SetResponseAction,
  by: RequestedBy,
  onError: OnError,
): void {
  const isHandled = [meta.requestId, !endpoint?.sideEffect && key].some(name =>
    awaiting?.delete(name as string),
  );
  const { name, status } = response as ResponseError;
  const failure = error && `${name} ${status}`;
  const isRepeated = by === 'doubt' && failures.get(observers) === failure;
  if (endpoint?.sideEffect) failures.set(observers, failure);
  if (!error || isHandled || isRepeated || endpoint === undefined || name === 'AbortError') return;
  if (observers.requests().has(key) && selectResponse(getState(), endpoint, args).error !== undefined) return;
  try {
    onError(response as Error, { endpoint, args, key, by });
  } catch (thrown) {
    reportError(thrown);
  }
}
