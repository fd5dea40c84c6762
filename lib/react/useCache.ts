import { useMemo } from 'react';
import type { DataOf, ReadEndpoint } from '../endpoint/BaseEndpoint';
import { assertReads } from '../observers/assertReads';
import { ResponseObserver } from '../observers/ResponseObserver';
import { NO_SOURCE, type Source } from '../observers/Source';
import { type ArgsOrNone, keyedRequest } from './reading/HookArgs';
import { useObservers, useSource } from './reading/useSource';

/**
 * The data of an endpoint if it is in the store; never fetches.
 *
 * Pass `null` in place of the arguments for no data.
 *
 * @returns The same object for as long as nothing in it changes; `undefined` where there is none.
 * @throws {UsageError} when the endpoint has a side effect
 */
export function useCache<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOrNone<E>): DataOf<E> | undefined {
  assertReads('useCache', endpoint);
  const observers = useObservers();
  const { args: realArgs, key } = keyedRequest(observers, endpoint, args);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments
  const source = useMemo((): Source<unknown> => {
    if (key === undefined) return NO_SOURCE;
    const response = new ResponseObserver(observers, { endpoint, args: realArgs }, key);
    const value = () => response.value().data;
    // Without the request: no manager sends it for a component that never fetches.
    const observed = { key, memo: () => response.memo() };
    return {
      value,
      from: state => response.from(state).data,
      subscribe: notify => observers.add({ observed, notify, shown: value }),
    };
  }, [observers, endpoint, key]);
  return useSource(observers, source) as DataOf<E> | undefined;
}
