import { useMemo } from 'react';
import { useStore } from 'react-redux';
import { type AnyEndpoint, type ArgsOrNone, type DataOf, isNoArgs } from './reading/HookArgs';
import { occasionReader } from './reading/occasionReader';
import { storeReaders } from './reading/storeReaders';
import { NO_SOURCE, type Source, useSource } from './reading/useSource';

/**
 * The data of an endpoint where it is in the store already; never asks the server.
 *
 * `null` in place of the arguments means no data.
 *
 * @returns The same object for as long as nothing in it changes; `undefined` where there is none.
 */
export function useCache<E extends AnyEndpoint>(endpoint: E, ...args: ArgsOrNone<E>): DataOf<E> | undefined;
export function useCache(endpoint: AnyEndpoint, ...args: readonly unknown[]): unknown {
  const { handle } = storeReaders(useStore());
  const key = isNoArgs(args) ? undefined : endpoint.key(...args);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments
  const source = useMemo((): Source<unknown> => {
    if (key === undefined) return NO_SOURCE;
    const reader = occasionReader(handle, endpoint, key, args);
    // Without the request: nobody is to send it on behalf of a component that never asks.
    return {
      value: () => reader.shown().data,
      from: state => reader.rendered(state).data,
      readers: [{ key, memo: reader.memo }],
    };
  }, [handle, endpoint, key]);
  return useSource(source);
}
