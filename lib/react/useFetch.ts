import { useEffect, useReducer } from 'react';
import type { ReadEndpoint } from '../endpoint/BaseEndpoint';
import { awaitResponse } from '../observers/awaitResponse';
import type { ResponseObserver } from '../observers/ResponseObserver';
import { requestFailure } from '../observers/requestFailure';
import { noop } from '../plain/noop';
import { isMissing, type Shown } from '../selectors/readResponse';
import type { ArgsOrNone, DataFor, Inferring } from './reading/HookArgs';
import { shownWhenThere, useEndpoint } from './reading/useEndpoint';
import { useRefetchStale } from './reading/useRefetchStale';

/**
 * A promise of the data of an endpoint, for `use()`, here or in a child component.
 *
 * Sends the request at once if there is nothing to show, so that it is in flight before the component that waits for it
 * renders. If the data is there, `use()` reads it without suspending. An unhandled rejection is not reported.
 *
 * Pass `null` in place of the arguments for no request and a promise of `undefined`.
 *
 * @returns The same promise for as long as nothing in the data changes.
 * @throws {UsageError} when the endpoint has a side effect
 */
export function useFetch<E extends ReadEndpoint, Given extends readonly unknown[]>(
  endpoint: E,
  ...args: Inferring<Given, ArgsOrNone<E>>
): Promise<DataFor<E, Given>> {
  const reading = useEndpoint('useFetch', endpoint, args);
  const [, observer] = reading;
  useRefetchStale(observer);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  // The boundary that shows the failure may be a child, so it needs a new promise from here.
  useEffect(() => {
    const { observers } = observer;
    if (observers === undefined) return;
    const retry = () => observer.retry() && renderAgain();
    observers.retriers.add(retry);
    return () => void observers.retriers.delete(retry);
  }, [observer]);
  const shown = shownWhenThere(reading);
  const promise = isMissing(shown) ? pendingPromise(observer) : settledPromise(shown, observer);
  return promise as Promise<DataFor<E, Given>>;
}

/** A promise with the fields that `use()` writes on it. */
interface Tracked extends Promise<unknown> {
  readonly status?: string;
  readonly value?: unknown;
  readonly reason?: unknown;
}

/** Promises by what they settle with or wait for, and the latest promise of each observer. */
const promises = new WeakMap<object, Tracked>();

/** A settled promise, which `use()` reads without suspending. */
function settledPromise(shown: Shown, observer: ResponseObserver): Promise<unknown> {
  const { data, error } = shown;
  const previous = promises.get(observer);
  // When React resumes a suspended render, it needs the promise that the render waited for.
  const { status, value, reason } = previous ?? {};
  if (previous && (error ? reason === error : status === 'fulfilled' && value === data)) return previous;
  const cached = promises.get(shown);
  if (cached !== undefined) return cached;
  const promise =
    error === undefined ? Promise.resolve(data) : Promise.reject(requestFailure(error, observer));
  promise.catch(noop);
  const outcome =
    error === undefined ? { status: 'fulfilled', value: data } : { status: 'rejected', reason: error };
  promises.set(shown, Object.assign(promise, outcome));
  return promise;
}

function pendingPromise(observer: ResponseObserver): Promise<unknown> {
  function fetchIfInvalid(): Promise<unknown> {
    const { data, error, isInvalid } = observer.value();
    if (error !== undefined) throw requestFailure(error, observer);
    return isInvalid ? awaitResponse(observer).then(fetchIfInvalid) : Promise.resolve(data);
  }

  try {
    const response = awaitResponse(observer);
    const promise = promises.get(response) ?? response.then(fetchIfInvalid);
    promise.catch(noop);
    promises.set(response, promise);
    promises.set(observer, promise);
    return promise;
  } catch (reason) {
    return settledPromise(
      Object.freeze({ data: undefined, error: reason as Error, isInvalid: true }),
      observer,
    );
  }
}
