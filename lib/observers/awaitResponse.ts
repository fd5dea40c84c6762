import { ResetError } from '../errors/ResetError';
import { readResponse } from '../selectors/readResponse';
import type { AwaitedResponse, StoreHandle } from '../store/StoreHandle';
import { getCell } from '../tables/getCell';
import { fetchThunk } from '../thunks/fetchThunk';
import type { EndpointInterface } from '../types/EndpointInterface';
import { isHiddenByUpdate } from './isHiddenByUpdate';
import { requestFailure } from './requestFailure';
import type { StoreObservers } from './storeObservers';

/**
 * How long the response that a render waited for is shown as it came, in milliseconds.
 *
 * Even if it was expired on arrival, it is shown once instead of being fetched
 * again. Longer than React takes to render; shorter than a user takes to read an
 * error and to try again.
 */
const SHOWN_AS_IT_CAME_MS = 500;

/**
 * A promise for a render to wait for; settles, without a value, when the response is there.
 *
 * One for each store and key: a render that is thrown away and retried does not fetch again.
 * During time travel nothing is fetched; the promise is that of the present.
 *
 * @throws the reason when the request has just ended without anything to show, such as an `AbortError`
 */
export function awaitResponse(
  observers: StoreObservers,
  endpoint: EndpointInterface,
  key: string,
  args: readonly unknown[],
): Promise<unknown> {
  const { handle, untilPresent } = observers;
  if (handle.isPast()) return untilPresent();
  const awaited = handle.awaited.get(key);
  // A server renders once: the browser tries again what has failed there.
  const isServer = handle.rendering?.isServer;
  if (awaited?.settledAt === undefined) return (awaited ?? send(observers, endpoint, key, args)).promise;
  if (awaited.error !== undefined && (isServer || isRecent(awaited.settledAt)))
    throw requestFailure(awaited.error, observers);
  return send(observers, endpoint, key, args).promise;
}

/** Whether `response` is what a render has waited for, and came just now. */
export function hasJustCome({ awaited }: StoreHandle, key: string, response: unknown): boolean {
  const settled = awaited.get(key);
  return settled !== undefined && settled.cell === response && isRecent(settled.settledAt);
}

/** Whether something was just now: at a time in milliseconds since the Unix epoch. */
export function isRecent(time = -Infinity): boolean {
  // Either side: the clock may have been set back since.
  return Math.abs(Date.now() - time) < SHOWN_AS_IT_CAME_MS;
}

/**
 * How long to wait after a response that is not shown before the next request, in milliseconds: whatever keeps it from
 * being shown, it must not be refetched in a loop. What was invalidated in flight is shown when it comes again.
 */
export function pauseAfter({ getState }: StoreHandle, key: string): number {
  return getCell(getState().endpoints, key)?.meta.invalidated === undefined ? SHOWN_AS_IT_CAME_MS : 0;
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

function dropPast({ awaited }: StoreHandle) {
  for (const [key, past] of awaited) {
    if (past.settledAt !== undefined && !isRecent(past.settledAt)) awaited.delete(key);
  }
}

function send(
  { handle, until }: StoreObservers,
  endpoint: EndpointInterface,
  key: string,
  args: readonly unknown[],
): AwaitedResponse {
  const isHidden = () => isHiddenByUpdate(handle, { endpoint, args });
  // Rendering must not dispatch: reducers, listeners and subscribers would run in the middle of it.
  const request = Promise.resolve().then(async () => {
    if (isHidden()) {
      await until(() => !isHidden());
      if (!read().shown.isInvalid) return;
    }
    await fetchThunk(endpoint, args, { by: 'component' })(handle.dispatch, handle.getState);
  });
  const promise = request.then(unlessHidden).then(
    () => settle(undefined),
    error => settle(error),
  );
  const awaited: AwaitedResponse = { promise, settledAt: undefined, cell: undefined, error: undefined };
  dropPast(handle);
  handle.awaited.set(key, awaited);
  return awaited;

  function read() {
    return readResponse(handle.getState(), endpoint, key, args);
  }

  function unlessHidden() {
    if (read().shown.isInvalid) return new Promise(resolve => setTimeout(resolve, pauseAfter(handle, key)));
  }

  function settle(error: unknown) {
    const settledAt = error !== undefined && isOutdated(error, handle, key) ? -Infinity : Date.now();
    Object.assign(awaited, { settledAt, error, cell: read().cell });
  }
}
