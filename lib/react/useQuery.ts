import { useMemo } from 'react';
import { jsonOf } from '../errors/jsonOf';
import { NO_SOURCE, type Source } from '../observers/Source';
import type { StoreObservers } from '../observers/storeObservers';
import { toPlain } from '../plain/toPlain';
import { assertSchema } from '../schema/assertSchema';
import type { Findable, RecordArgs } from '../schema/FindArgs';
import { memoizeByState } from '../selectors/memoizeByState';
import { readQuery } from '../selectors/readQuery';
import type { Denormalized } from '../types/Denormalized';
import type { Schema } from '../types/Schema';
import { type ArgsOrNone, isNoArgs } from './reading/HookArgs';
import { useObservers, useSource } from './reading/useSource';

/** The arguments of a schema, or a value for none; a record's arguments are as given. */
type QueryArgsOrNone<S, Given extends readonly unknown[]> = S extends abstract new (
  ...args: never[]
) => unknown
  ? Given
  : S extends { readonly process: (value: never, ...args: infer Args) => unknown }
    ? Args extends readonly []
      ? readonly unknown[]
      : ArgsOrNone<(...args: Args) => unknown>
    : readonly unknown[];

/**
 * Finds the data of a schema in the store by its arguments; never sends a request.
 *
 * Pass `null` in place of the arguments for no data.
 *
 * @returns The same object for as long as nothing in it changes; `undefined` where there is none.
 * @throws {UsageError} (in development) when it is given an endpoint or a resource, or fields that cannot find a record
 */
export function useQuery<S extends Findable, Given extends RecordArgs<S, null | symbol>>(
  schema: S,
  ...args: QueryArgsOrNone<S, Given>
): Denormalized<S> | undefined;
export function useQuery(schema: unknown, ...args: readonly unknown[]): unknown {
  if (process.env.NODE_ENV !== 'production')
    assertSchema('useQuery()', schema, 'Read its response with useCache(endpoint, ...args)', args);
  const observers = useObservers();
  const key = isNoArgs(args) ? undefined : jsonOf('useQuery', 'arguments', toPlain(args));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments
  const source = useMemo(
    () => (key === undefined ? NO_SOURCE : querySource(observers, schema as Schema, args)),
    [observers, schema, key],
  );
  return useSource(observers, source);
}

function querySource(observers: StoreObservers, schema: Schema, args: readonly unknown[]): Source<unknown> {
  const read = memoizeByState(state => readQuery(state, schema, args));
  const current = () => read(observers.handle.getState());
  const value = () => current().value;
  const observed = { key: undefined, query: { schema, args }, memo: () => current().memo };
  return {
    value,
    from: memoizeByState(state => readQuery(state, schema, args).value),
    subscribe: notify => observers.add({ observed, notify, shown: value }),
  };
}
