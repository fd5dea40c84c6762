import { ResetError } from '../errors/ResetError';
import { isMissing, readResponse } from '../selectors/readResponse';
import type { AwaitedResponse, StoreHandle } from '../store/StoreHandle';
import { getCell } from '../tables/getCell';
import { fetchThunk } from '../thunks/fetchThunk';
import { isHiddenByUpdate } from './isHiddenByUpdate';
import { isNeeded, isRecent, SHOWN_AS_IT_CAME_MS } from './justCome';
import type { ResponseObserver } from './ResponseObserver';
import { requestFailure } from './requestFailure';

/**
 * A promise for a render to wait for; settles, without a value, when the response is there, or the data has come
 * otherwise: with a list, or a message.
 *
 * One for each store and key: a render that is thrown away and retried does not fetch again.
 * During time travel nothing is fetched; the promise is that of the present.
 *
 * @throws the reason when the request has just ended without anything to show, such as an `AbortError`
 */
export function awaitResponse(observer: ResponseObserver): Promise<unknown> {
  const { observers, key } = observer;
  const { handle, untilPresent } = observers;
  if (handle.isPast()) return untilPresent();
  const awaited = handle.awaited.get(key);
  // A server renders once: the browser tries again what has failed there.
  const isServer = handle.rendering?.isServer;
  if (awaited?.settledAt === undefined) return (awaited ?? send(observer)).promise;
  if (awaited.error !== undefined && (isServer || isRecent(awaited.settledAt)))
    throw requestFailure(awaited.error, observer);
  return send(observer).promise;
}

/**
 * How long to wait after a response that is not shown before the next request, in milliseconds: whatever keeps it from
 * being shown, it must not be refetched in a loop. What was invalidated in flight is shown when it comes again, and what
 * a pending update hides is not fetched before that has ended.
 */
export function pauseAfter(observer: ResponseObserver): number {
  const { endpoints } = observer.observers.handle.getState();
  const isKnown = getCell(endpoints, observer.key)?.meta.invalidated !== undefined;
  return isKnown || isHiddenByUpdate(observer) ? 0 : SHOWN_AS_IT_CAME_MS;
}

/**
 * Whether a failure tells nothing of the response that is wanted: it is that of a session that is over, or of a request
 * that left before the response became invalid.
 */
export function isOutdated(error: unknown, { getState }: StoreHandle, key: string): boolean {
  const { invalidated, error: noted } = getCell(getState().endpoints, key)?.meta ?? {};
  const isAborted = (error as Error | undefined)?.name === 'AbortError';
  return error instanceof ResetError || (invalidated !== undefined && noted === undefined && !isAborted);
}

/** Drops what came long ago; what is still needed is so until `next` has come, too. */
function keepUntil(next: AwaitedResponse, { awaited }: StoreHandle) {
  for (const [key, past] of awaited) {
    if (isNeeded(past)) past.next = next;
    else awaited.delete(key);
  }
}

function send(observer: ResponseObserver): AwaitedResponse {
  const { observers, request, key } = observer;
  const { handle, until } = observers;
  const { endpoint, args } = request;
  const isHidden = () => isHiddenByUpdate(observer);
  // Rendering must not dispatch: reducers, listeners and subscribers would run in the middle of it.
  const sent = Promise.resolve().then(async () => {
    if (isHidden()) {
      await until(() => !isHidden());
      if (!read().shown.isInvalid) return;
    }
    await fetchThunk(endpoint, args, { by: 'component' })(handle.dispatch, handle.getState);
  });
  let isOver = false;
  const ended = sent.then(unlessHidden).finally(() => {
    isOver = true;
  });
  // What is there and not shown, since it is too old, say, is still to be fetched; a server waits for the response itself.
  const wasThere = handle.rendering?.isServer || isThere();
  const promise = Promise.race([ended, until(() => isOver || (!wasThere && isThere()))]).then(
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

  function isThere() {
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
