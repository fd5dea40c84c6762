import type { SetResponseAction } from '../actions/setResponse';
import { reportError } from '../plain/reportError';
import { selectResponse } from '../selectors/selectResponse';
import type { StoreHandle } from '../store/StoreHandle';
import type { FailedRequest } from '../types/FailedRequest';
import type { ResponseError } from '../types/ResponseError';

/** Gets the failures that nothing handles. */
export type OnError = (error: ResponseError, request: FailedRequest) => void;

/** Hands a failure to the app where no code waits for the request, and no component shows the error. */
export function tellUnhandled(
  { awaiting, observers, getState }: StoreHandle,
  { endpoint, args, key, meta, response, error }: SetResponseAction,
  onError: OnError,
): void {
  const isHandled = [meta.requestId, !endpoint?.sideEffect && key].some(name =>
    awaiting?.delete(name as string),
  );
  if (!error || isHandled || endpoint === undefined || (response as Error).name === 'AbortError') return;
  if (observers.requests().has(key) && selectResponse(getState(), endpoint, args).error !== undefined) return;
  try {
    onError(response as Error, { endpoint, args, key });
  } catch (thrown) {
    reportError(thrown);
  }
}
