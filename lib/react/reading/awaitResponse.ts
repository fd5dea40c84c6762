import { ResetError } from '../../errors/ResetError';
import { readResponse } from '../../selectors/readResponse';
import type { AwaitedResponse, StoreHandle } from '../../store/StoreHandle';
import { fetchThunk } from '../../thunks/fetchThunk';
import type { EndpointInterface } from '../../types/EndpointInterface';
import { requestFailure } from './requestFailure';
import type { StoreReaders } from './storeReaders';

/**
 * How long what a render has waited for counts as an answer to it, in milliseconds.
 *
 * Whatever came, be it expired on arrival, is shown once in place of being asked
 * for again. Longer than React takes to render; shorter than a user takes to read
 * an error and to ask for another try.
 */
export const ANSWERS_FOR_MS = 500;

/**
 * A promise for a render to wait for; settles, without a value, when the response is there.
 *
 * One for each store and key: a render that is thrown away and retried does not ask again.
 * In an earlier time nothing is asked for; the promise is that of the present.
 *
 * @throws the reason when the request has just ended without anything to show, such as an `AbortError`
 */
export function awaitResponse(
  { handle, untilPresent }: StoreReaders,
  endpoint: EndpointInterface,
  key: string,
  args: readonly unknown[],
): Promise<unknown> {
  if (handle.isPast()) return untilPresent();
  const awaited = handle.awaited.get(key);
  // A server renders once: what has failed there is for the browser to try again.
  const isServer = handle.rendering?.isServer === true;
  if (awaited?.settledAt === undefined) return (awaited ?? ask(handle, endpoint, key, args)).promise;
  if (awaited.error !== undefined && (isServer || isRecent(awaited))) throw requestFailure(awaited.error);
  return ask(handle, endpoint, key, args).promise;
}

/** Whether `answer` is what a render has waited for and got just now. */
export function wasJustAnswered({ awaited }: StoreHandle, key: string, answer: unknown): boolean {
  const answered = awaited.get(key);
  return answered !== undefined && answered.answer === answer && isRecent(answered);
}

function isRecent({ settledAt = Number.NEGATIVE_INFINITY }: AwaitedResponse): boolean {
  return Date.now() - settledAt < ANSWERS_FOR_MS;
}

function forgetPast({ awaited }: StoreHandle) {
  for (const [key, past] of awaited) {
    if (past.settledAt !== undefined && !isRecent(past)) awaited.delete(key);
  }
}

function ask(
  handle: StoreHandle,
  endpoint: EndpointInterface,
  key: string,
  args: readonly unknown[],
): AwaitedResponse {
  // Rendering must not dispatch: reducers, listeners and subscribers would run in the midst of it.
  const request = Promise.resolve().then(() => fetchThunk(endpoint, args)(handle.dispatch, handle.getState));
  const promise = request.then(unlessHidden).then(
    () => settled(undefined),
    error => settled(error),
  );
  const awaited: AwaitedResponse = { promise, settledAt: undefined, answer: undefined, error: undefined };
  forgetPast(handle);
  handle.awaited.set(key, awaited);
  return awaited;

  function read() {
    return readResponse(handle.getState(), endpoint, key, args);
  }

  /** What has come may be hidden by a pending deletion: it is not asked for over and over meanwhile. */
  function unlessHidden() {
    if (read().shown.isInvalid) return new Promise(resolve => setTimeout(resolve, ANSWERS_FOR_MS));
  }

  function settled(error: unknown) {
    // After a reset there is nothing that could count as an answer.
    const settledAt = error instanceof ResetError ? Number.NEGATIVE_INFINITY : Date.now();
    Object.assign(awaited, { settledAt, error, answer: read().cell });
  }
}
