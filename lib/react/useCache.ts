import { useMemo } from 'react';
import { useStore } from 'react-redux';
import { responseObserver } from '../observers/responseObserver';
import { NO_SOURCE, type Source } from '../observers/Source';
import { storeObservers } from '../observers/storeObservers';
import { type AnyEndpoint, type ArgsOrNone, type DataOf, isNoArgs } from './reading/HookArgs';
import { useSource } from './reading/useSource';

/**
 * The data of an endpoint where it is in the store already; never asks the server.
 *
 * `null` in place of the arguments means no data.
 *
 * @returns The same object for as long as nothing in it changes; `undefined` where there is none.
 */
export function useCache<E extends AnyEndpoint>(endpoint: E, ...args: ArgsOrNone<E>): DataOf<E> | undefined;
export function useCache(endpoint: AnyEndpoint, ...args: readonly unknown[]): unknown {
  const { handle } = storeObservers(useStore());
  const key = isNoArgs(args) ? undefined : endpoint.key(...args);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments
  const source = useMemo((): Source<unknown> => {
    if (key === undefined) return NO_SOURCE;
    const observer = responseObserver(handle, endpoint, key, args);
    // Without the request: nobody is to send it on behalf of a component that never asks.
    return {
      value: () => observer.shown().data,
      from: state => observer.rendered(state).data,
      observed: [{ key, memo: observer.memo }],
    };
  }, [handle, endpoint, key]);
  return useSource(source);
}
