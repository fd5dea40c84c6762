import { isObject } from '../plain/isObject';
import { noop } from '../plain/noop';
import { readResponse } from '../selectors/readResponse';
import type { ReadRequest } from '../store/Observer';
import { forEachCell } from '../tables/iterate';
import type { Cell } from '../tables/Table';
import type { ResponseError } from '../types/ResponseError';
import type { ResponseMeta } from '../types/State';
import type { StoreObservers } from './storeObservers';

/** A failed request, and its store. */
interface FailedRequest {
  readonly observers: StoreObservers;
  readonly key: string;
  readonly request: ReadRequest;
}

/** The errors that hooks threw because a request failed. */
const failures = new WeakMap<object, FailedRequest>();

/** Marks the error of a failed request that will be thrown while rendering. */
export function requestFailure<E>(error: E, { observers, key, request }: FailedRequest): E {
  if (isObject(error)) failures.set(error, { observers, key, request });
  return error;
}

/** Whether a hook threw an error because a request of a store failed. */
export function isFailureOf(error: object, observers: StoreObservers): boolean {
  return failures.get(error)?.observers === observers;
}

/**
 * Whether something thrown while rendering is the failure of a request.
 *
 * Errors with an HTTP status are, wherever they were thrown; mistakes in the app's
 * own code, in arguments or in the set-up of the store are not.
 */
export function isRequestFailure(thrown: unknown): thrown is ResponseError {
  return isObject(thrown) && (failures.has(thrown) || 'status' in thrown);
}

/** Lets everything that failed in this error's store be fetched again at once by components that mount from now on. */
export function retryFailureOf(error: object): void {
  const failed = failures.get(error);
  if (failed !== undefined) retryFailures(failed.observers);
}

/** Lets all failures in a store be fetched again at once, by components that mount from now on and by `useFetch`. */
export function retryFailures({ handle, retried, retriers }: StoreObservers): void {
  // All requests: if a field cannot be read, the request itself succeeded.
  forEachCell(handle.getState().endpoints, (_key, cell) => retried.add(outcomeIn(cell) as object));
  for (const [key, awaited] of handle.awaited) if (awaited.error !== undefined) handle.awaited.delete(key);
  for (const retry of retriers) retry();
}

/** The outcome of a request: the same object until another response comes, even if this one is made stale. */
export function outcomeIn(cell: Cell<unknown, ResponseMeta> | undefined): object | undefined {
  return cell?.meta.error ?? cell;
}

/**
 * Notes the session in which a request failed. What shows the failure stands for the hook that threw it: the request
 * counts as on screen and is sent again with others, for example when the connection is back.
 *
 * @returns a function that calls back when the store is reset or a later response can be shown (at once if one has
 * come meanwhile), and returns a function that stops it.
 */
export function untilOver(error: object): (onOver: () => void) => () => void {
  const failed = failures.get(error);
  if (failed === undefined) return () => noop;
  const { observers, key, request } = failed;
  const { handle, subscribe, add } = observers;
  const { session, version } = handle.getState();
  return onOver => {
    const check = () => {
      const state = handle.getState();
      // A root reducer that resets starts again with the first version.
      const isReset = state.session !== session || state.version < version;
      const { shown } = readResponse(state, request.endpoint, key, request.args);
      if (isReset || (shown.error === undefined && !shown.isInvalid)) onOver();
    };
    const removeObserver = add({ observed: { key, request, showsError: true, memo: noop }, notify: noop });
    if (!handle.isPast()) check();
    const stop = subscribe(check);
    return () => {
      stop();
      removeObserver();
    };
  };
}
