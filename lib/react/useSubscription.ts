import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { subscribe, unsubscribe } from '../actions/subscribe';
import { storeObservers } from '../observers/storeObservers';
import { type AnyEndpoint, type ArgsOrNone, isNoArgs } from './reading/HookArgs';

/**
 * Has the managers keep the data of an endpoint up to date while the component is
 * on screen; reads nothing, and never renders.
 *
 * `null` in place of the arguments means no subscription.
 */
export function useSubscription<E extends AnyEndpoint>(endpoint: E, ...args: ArgsOrNone<E>): void;
export function useSubscription(endpoint: AnyEndpoint, ...args: readonly unknown[]): void {
  const { dispatch } = storeObservers(useStore()).handle;
  const key = isNoArgs(args) ? undefined : endpoint.key(...args);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments
  useEffect(() => {
    if (key === undefined) return;
    dispatch(subscribe(endpoint, { args }));
    return () => {
      dispatch(unsubscribe(endpoint, { args }));
    };
  }, [dispatch, endpoint, key]);
}
