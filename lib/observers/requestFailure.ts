import { isObject } from '../plain/isObject';
import { nothing } from '../plain/nothing';
import { readResponse } from '../selectors/readResponse';
import type { ReadRequest } from '../store/Observer';
import { forEachCell } from '../tables/iterate';
import type { Cell } from '../tables/Table';
import type { ResponseError } from '../types/ResponseError';
import type { ResponseMeta } from '../types/State';
import type { StoreObservers } from './storeObservers';

/** A request that has failed, and the store that it is of. */
interface FailedRequest {
  readonly observers: StoreObservers;
  readonly key: string;
  readonly request: ReadRequest;
}

/** The errors that hooks have thrown because a request had failed. */
const failures = new WeakMap<object, FailedRequest>();

/** Marks the error of a failed request, to be thrown while rendering. */
export function requestFailure<E>(error: E, { observers, key, request }: FailedRequest): E {
  if (isObject(error)) failures.set(error, { observers, key, request });
  return error;
}

/** Whether a hook has thrown an error because a request of a store had failed. */
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

/** Lets whatever has failed in the store of this error be fetched again at once by components that mount from now on. */
export function retryFailureOf(error: object): void {
  const failed = failures.get(error);
  if (failed !== undefined) retryFailures(failed.observers);
}

/** Lets whatever has failed in a store be fetched again at once by components that mount from now on, and by `useFetch`. */
export function retryFailures({ handle, retried, retriers }: StoreObservers): void {
  // All of them: where a field cannot be read, the request itself has succeeded.
  forEachCell(handle.getState().endpoints, (_key, cell) => retried.add(outcomeIn(cell) as object));
  for (const [key, awaited] of handle.awaited) if (awaited.error !== undefined) handle.awaited.delete(key);
  for (const retry of retriers) retry();
}

/** What a request has come to: the same for as long as no other response comes, whatever makes this one older. */
export function outcomeIn(cell: Cell<unknown, ResponseMeta> | undefined): object | undefined {
  return cell?.meta.error ?? cell;
}

/**
 * Notes the session of the store in which a request failed. What shows the failure stands for the hook that has thrown it: the
 * request counts as one on screen, which is sent again with others, when the connection is back, say.
 *
 * @returns Calls back when the store is reset, or a later response can be shown, at once where it has come meanwhile;
 * returns what ends that.
 */
export function untilOver(error: object): (onOver: () => void) => () => void {
  const failed = failures.get(error);
  if (failed === undefined) return () => nothing;
  const { observers, key, request } = failed;
  const { handle, subscribe, add } = observers;
  const { session, version } = handle.getState();
  return onOver => {
    const look = () => {
      const now = handle.getState();
      // A root reducer that resets begins with the first version again.
      const isReset = now.session !== session || now.version < version;
      const { shown } = readResponse(now, request.endpoint, key, request.args);
      if (isReset || (shown.error === undefined && !shown.isInvalid)) onOver();
    };
    const leave = add({ observed: { key, request, showsError: true, memo: nothing }, notify: nothing });
    if (!handle.isPast()) look();
    const stop = subscribe(look);
    return () => {
      stop();
      leave();
    };
  };
}
