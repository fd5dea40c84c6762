import { useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'react-redux';
import type { AnyEndpoint } from '../endpoint/BaseEndpoint';
import { assertGivenEndpoint } from '../observers/assertReads';
import { NO_SOURCE, observeAll, type Source } from '../observers/Source';
import { storeObservers } from '../observers/storeObservers';
import { noop } from '../plain/noop';
import { getCell } from '../tables/getCell';
import { type ArgsOrNone, keyedRequest } from './reading/HookArgs';
import { useSource } from './reading/useSource';

/**
 * Whether a request is in flight; without an endpoint, whether any is.
 *
 * Pass `null` in place of the arguments for `false`.
 */
export function useIsFetching(): boolean;
export function useIsFetching<E extends AnyEndpoint>(endpoint: E, ...args: ArgsOrNone<E>): boolean;
export function useIsFetching(endpoint?: AnyEndpoint, ...args: readonly unknown[]): boolean {
  if (process.env.NODE_ENV !== 'production' && endpoint !== undefined)
    assertGivenEndpoint('useIsFetching', endpoint);
  const store = useStore();
  const observers = storeObservers(store);
  const key = endpoint && keyedRequest(observers, endpoint, args).key;
  // A request that was sent before the server named the record is in flight under its temporary key.
  const given = key && endpoint?.key(...args);

  const source = useMemo((): Source<boolean | undefined> => {
    if (key === undefined || given === undefined) return NO_SOURCE;
    const observed = [...new Set([key, given])].map(key => ({ key, memo: noop }));
    const value = () =>
      observed.some(({ key }) => getCell(observers.handle.getState().inflight, key) !== undefined);
    return {
      value,
      from: noop,
      subscribe: notify => observeAll(observers, observed, value, notify),
    };
  }, [observers, key, given]);
  const isThisOne = useSource(observers, source);

  // The total is one number, cheap to read after each action.
  const isAny = () => endpoint === undefined && observers.handle.getState().inflight.size > 0;
  const subscribe = endpoint === undefined ? store.subscribe : NO_SOURCE.subscribe;
  // On a server-rendered page nothing is in flight.
  return useSyncExternalStore(subscribe, isAny, () => false) || isThisOne === true;
}
