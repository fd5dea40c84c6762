import type { Dispatch } from 'redux';
import { loggedName } from '../../definitions/schemaName';
import { someRecord } from '../../denormalize/dependenciesOf';
import { checkStore } from '../../errors/checkValues';
import type { Observer } from '../../store/Observer';
import { handleOf } from '../../store/StoreHandle';

/** One mounted hook that reads the store. */
export interface Reader {
  /** Key of the request that it reads; `undefined` for a query of the cache. */
  readonly key: string | undefined;
  /** Name of the endpoint; `undefined` if it never fetches. */
  readonly endpointName: string | undefined;
  /** Name of the schema of a query, such as `Todo`, `All(Todo)` or `Todo.getList.schema`; `undefined` for a response. */
  readonly schemaName: string | undefined;
  /** The arguments of the request or the query. */
  readonly args: readonly unknown[];
  /** The `name` that was passed to the hook: `useResponseWith`, `useResponses` and `usePages` take one. */
  readonly name: string | undefined;
  /** Whether its data is made from a record. */
  reads(kind: string, pk: string): boolean;
}

/**
 * The hooks that are mounted now, in order of mounting.
 *
 * Selectors that are called without a hook of this library are not included.
 *
 * @throws {UsageError} when the store lacks the middleware of a data client
 */
export function readersOf(store: { readonly dispatch: Dispatch }): readonly Reader[] {
  if (process.env.NODE_ENV !== 'production') checkStore('readersOf()', store);
  return [...handleOf(store.dispatch).observers].map(readerOf);
}

/** What one observer reads. */
export function readerOf({ observed }: Observer): Reader {
  const { key, request, query } = observed;
  return {
    key,
    endpointName: request?.endpoint.name,
    schemaName: query && loggedName(query.schema),
    args: (request ?? query)?.args ?? [],
    name: request?.name,
    reads(kind, pk) {
      const memo = observed.memo();
      return (
        memo !== undefined &&
        someRecord(memo, (recordKind, recordPk) => recordKind === kind && recordPk === pk)
      );
    },
  };
}
