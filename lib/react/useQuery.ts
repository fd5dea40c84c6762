import { useMemo } from 'react';
import { useStore } from 'react-redux';
import { BaseEndpoint } from '../endpoint/BaseEndpoint';
import { argumentError } from '../errors/argumentError';
import { jsonOf } from '../errors/jsonOf';
import { NO_SOURCE, type Source } from '../observers/Source';
import { storeObservers } from '../observers/storeObservers';
import { toPlain } from '../plain/toPlain';
import { memoizeByState } from '../selectors/memoizeByState';
import { readQuery } from '../selectors/readQuery';
import type { StoreHandle } from '../store/StoreHandle';
import type { Denormalized } from '../types/Denormalized';
import type { Schema } from '../types/Schema';
import { type ArgsOrNone, isNoArgs } from './reading/HookArgs';
import { useSource } from './reading/useSource';

/** What finds the data of a schema: what its function takes where it is a `Query` of arguments, else anything. */
export type QueryArgs<S> = S extends abstract new (
  ...args: never[]
) => unknown
  ? readonly unknown[]
  : S extends { readonly process: (value: never, ...args: infer Args) => unknown }
    ? Args extends readonly []
      ? readonly unknown[]
      : ArgsOrNone<(...args: Args) => unknown>
    : readonly unknown[];

/**
 * The data of a schema, found in the store by its arguments; never sends a request.
 *
 * Pass `null` in place of the arguments for no data.
 *
 * @returns The same object for as long as nothing in it changes; `undefined` where there is none.
 */
export function useQuery<S>(schema: S, ...args: QueryArgs<S>): Denormalized<S> | undefined;
export function useQuery(schema: unknown, ...args: readonly unknown[]): unknown {
  if (process.env.NODE_ENV !== 'production' && schema instanceof BaseEndpoint) {
    const fix = 'Read its response with useCache(endpoint, ...args), or pass its schema.';
    throw argumentError('useQuery()', `${schema.name} is an endpoint, not a schema`, fix);
  }
  const observers = storeObservers(useStore());
  const { handle } = observers;
  const key = isNoArgs(args) ? undefined : jsonOf('useQuery', 'arguments', toPlain(args));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments
  const source = useMemo(
    () => (key === undefined ? NO_SOURCE : querySource(handle, schema as Schema, args)),
    [handle, schema, key],
  );
  return useSource(observers, source);
}

function querySource(handle: StoreHandle, schema: Schema, args: readonly unknown[]): Source<unknown> {
  const read = memoizeByState(state => readQuery(state, schema, args));
  const current = () => read(handle.getState());
  return {
    value: () => current().value,
    from: memoizeByState(state => readQuery(state, schema, args).value),
    observed: [{ key: undefined, memo: () => current().memo }],
  };
}
