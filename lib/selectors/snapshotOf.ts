import { trace } from '../denormalize/denormalize';
import type { Stored } from '../normalize/writeResponse';
import { getCell } from '../tables/getCell';
import type { Denormalized } from '../types/Denormalized';
import { type EndpointInterface, schemaOf } from '../types/EndpointInterface';
import { INVALID } from '../types/INVALID';
import type { Schema } from '../types/Schema';
import { queryKey } from './queryKey';

/** Thrown by `getOptimisticResponse` when it cannot predict the server's response. */
export const ABORT: unique symbol = Symbol('abort');

/** What is shown at one moment, for computing what to show next. */
export interface Snapshot {
  /** When the request left, in milliseconds since the Unix epoch. */
  readonly fetchedAt: number;
  /** Throw this where nothing can be shown before the server responds. */
  readonly abort: typeof ABORT;
  /** The data of a schema, found by its arguments. */
  get<S>(schema: S, ...args: readonly unknown[]): Denormalized<S> | undefined;
  /** The data of a response, found by the endpoint's arguments; `undefined` where there is none. */
  getResponse<E extends EndpointInterface>(
    endpoint: E,
    ...args: ArgsOf<E>
  ): { readonly data: DataOf<E> | undefined };
}

type ArgsOf<E> = E extends (...args: infer Args extends readonly unknown[]) => unknown
  ? Args
  : readonly unknown[];

type DataOf<E> = E extends { readonly '~data': infer Data } ? Data : unknown;

/** What the tables hold, for code that computes with it. */
export function snapshotOf(stored: Stored, fetchedAt: number): Snapshot {
  return {
    fetchedAt,
    abort: ABORT,
    get: (schema, ...args) => {
      const key = queryKey(schema as Schema, args, stored);
      return key === undefined ? undefined : (shownIn(schema as Schema, key, stored, args) as never);
    },
    getResponse: (endpoint, ...args) => {
      const schema = schemaOf(endpoint);
      const result =
        getCell(stored.endpoints, endpoint.key(...args))?.value ?? queryKey(schema, args, stored);
      const data = result === undefined ? undefined : shownIn(schema, result, stored, args);
      return { data: data as never };
    },
  };
}

function shownIn(schema: Schema, result: unknown, stored: Stored, args: readonly unknown[]): unknown {
  const { value } = trace(schema, result, stored, args);
  return value === INVALID ? undefined : value;
}
