import { ResetError } from '../errors/ResetError';
import { isMissing, readResponse } from '../selectors/readResponse';
import type { AwaitedResponse, StoreHandle } from '../store/StoreHandle';
import { getCell } from '../tables/getCell';
import { fetchThunk } from '../thunks/fetchThunk';
import { isHiddenByUpdate } from './isHiddenByUpdate';
import { isNeeded, isRecent, SHOWN_ON_ARRIVAL_MS } from './justArrived';
import type { ResponseObserver } from './ResponseObserver';
import { requestFailure } from './requestFailure';

/**
 * A promise for a render to wait for. Settles, without a value, when the response is there, or the data has come some
 * other way, such as in a list or a message.
 *
 * One per store and key: a render that is discarded and retried does not fetch again. During time travel nothing is
 * fetched, and the promise waits for the present.
 *
 * @throws the reason when the request has just ended with nothing to show, such as an `AbortError`
 */
export function awaitResponse(observer: ResponseObserver): Promise<unknown> {
  const { observers, key } = observer;
  const { handle, untilPresent } = observers;
  if (handle.isPast()) return untilPresent();
  const awaited = handle.awaited.get(key);
  // A server renders once: the browser retries what failed there.
  const isServer = handle.rendering?.isServer;
  if (awaited?.settledAt === undefined) return (awaited ?? send(observer)).promise;
  if (awaited.error !== undefined && (isServer || isRecent(awaited.settledAt)))
    throw requestFailure(awaited.error, observer);
  return send(observer).promise;
}

/**
 * How long to wait, in milliseconds, before the next request if a response is not shown: whatever the reason, it must
 * not be refetched in a loop. A request that was invalidated in flight shows its next response, and what a pending
 * update hides is not fetched before the update has ended.
 */
export function pauseAfter(observer: ResponseObserver): number {
  const { endpoints } = observer.observers.handle.getState();
  const wasInvalidated = getCell(endpoints, observer.key)?.meta.invalidated !== undefined;
  return wasInvalidated || isHiddenByUpdate(observer) ? 0 : SHOWN_ON_ARRIVAL_MS;
}

/**
 * Whether a failure says nothing about the wanted response: its session is over, or its request left before the
 * response was invalidated.
 */
export function isOutdated(error: unknown, { getState }: StoreHandle, key: string): boolean {
  const { invalidated, error: storedError } = getCell(getState().endpoints, key)?.meta ?? {};
  const isAborted = (error as Error | undefined)?.name === 'AbortError';
  return (
    error instanceof ResetError || (invalidated !== undefined && storedError === undefined && !isAborted)
  );
}

/** Drops responses that came long ago; those still needed are needed until `next` has come, too. */
function keepUntil(next: AwaitedResponse, { awaited }: StoreHandle) {
  for (const [key, earlier] of awaited) {
    if (isNeeded(earlier)) earlier.next = next;
    else awaited.delete(key);
  }
}

function send(observer: ResponseObserver): AwaitedResponse {
  const { observers, request, key } = observer;
  const { handle, until } = observers;
  const { endpoint, args } = request;
  const isHidden = () => isHiddenByUpdate(observer);
  // Rendering must not dispatch: reducers, listeners and subscribers would run in the middle of a render.
  const fetched = Promise.resolve().then(async () => {
    if (isHidden()) {
      await until(() => !isHidden());
      if (!read().shown.isInvalid) return;
    }
    await fetchThunk(endpoint, args, { by: 'component' })(handle.dispatch, handle.getState);
  });
  let hasEnded = false;
  const ended = fetched.then(unlessHidden).finally(() => {
    hasEnded = true;
  });
  // Data that is there but not shown, such as data too old, must still be fetched; a server waits for the response.
  const wasPresent = handle.rendering?.isServer || isPresent();
  const promise = Promise.race([ended, until(() => hasEnded || (!wasPresent && isPresent()))]).then(
    () => settle(undefined),
    error => settle(error),
  );
  const awaited: AwaitedResponse = { promise, settledAt: undefined, cell: promise, error: undefined };
  keepUntil(awaited, handle);
  handle.awaited.set(key, awaited);
  return awaited;

  function read() {
    return readResponse(handle.getState(), endpoint, key, args);
  }

  function isPresent() {
    return !isMissing(read().shown);
  }

  function unlessHidden() {
    if (read().shown.isInvalid) return new Promise(resolve => setTimeout(resolve, pauseAfter(observer)));
  }

  function settle(error: unknown) {
    const settledAt = error !== undefined && isOutdated(error, handle, key) ? -Infinity : Date.now();
    Object.assign(awaited, { settledAt, error, cell: read().cell });
  }
}
