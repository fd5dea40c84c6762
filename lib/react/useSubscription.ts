import { useEffect } from 'react';
import { subscribe, unsubscribe } from '../actions/subscribe';
import type { ReadEndpoint } from '../endpoint/BaseEndpoint';
import { assertReads } from '../observers/assertReads';
import { type ArgsOrNone, keyedRequest } from './reading/HookArgs';
import { useObservers } from './reading/useSource';

/**
 * Keeps the data of an endpoint up to date while the component is mounted; reads nothing, and never renders.
 *
 * Pass `null` in place of the arguments for no subscription.
 *
 * @throws {UsageError} when the endpoint has a side effect
 */
export function useSubscription<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOrNone<E>): void {
  assertReads('useSubscription', endpoint);
  const observers = useObservers();
  const { dispatch } = observers.handle;
  const { args: named, key } = keyedRequest(observers, endpoint, args);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments
  useEffect(() => {
    if (key === undefined) return;
    dispatch(subscribe(endpoint, { args: named }));
    return () => {
      dispatch(unsubscribe(endpoint, { args: named }));
    };
  }, [dispatch, endpoint, key]);
}
