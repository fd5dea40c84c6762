import { walk } from '../denormalize/dependenciesOf';
import type { Stored } from '../normalize/writeResponse';
import type { FindArgs, Findable, RecordArgs } from '../schema/FindArgs';
import { getCell } from '../tables/getCell';
import type { Denormalized } from '../types/Denormalized';
import { type EndpointInterface, schemaOf } from '../types/EndpointInterface';
import type { Schema } from '../types/Schema';
import { dataAt, findData } from './findData';
import { keyOfResponse, type LookUps } from './queryKey';

/** Thrown by `getOptimisticResponse` when it cannot predict the server's response. */
export const ABORT: unique symbol = Symbol('abort');

/** What is shown at one moment, for computing what to show next. */
export interface Snapshot {
  /** When the request left, in milliseconds since the Unix epoch. */
  readonly fetchedAt: number;
  /** Throw this if nothing can be shown before the server responds. */
  readonly abort: typeof ABORT;
  /** The data of a schema, found by its arguments. */
  get<S extends Findable, Given extends RecordArgs<S>>(
    schema: S,
    ...args: FindArgs<S, Given>
  ): Denormalized<S> | undefined;
  /** The data of a response, found by the endpoint's arguments; `undefined` if there is none. */
  getResponse<E extends EndpointInterface>(
    endpoint: E,
    ...args: ArgsOf<E>
  ): { readonly data: DataOf<E> | undefined };
}

type ArgsOf<E> = E extends (...args: infer Args extends readonly unknown[]) => unknown
  ? Args
  : readonly unknown[];

type DataOf<E> = E extends { readonly '~data': infer Data } ? Data : unknown;

/**
 * The data in the tables, for code that computes with it.
 *
 * @param addressed maps look-up arguments: those of a request for a record become the record's key
 * @param reads called for each record that is read, and for everything read other than by its key
 */
export function snapshotOf(
  stored: Stored,
  fetchedAt: number,
  reads?: LookUps,
  addressed?: (schema: unknown, args: readonly unknown[]) => readonly unknown[],
): Snapshot {
  return {
    fetchedAt,
    abort: ABORT,
    get(schema, ...args) {
      const found = findData(stored, schema as Schema, addressed?.(schema, args) ?? args, reads);
      if (found !== undefined && reads !== undefined)
        walk(found.memo, { record: reads.record, kind: reads.table });
      return found?.value as never;
    },
    getResponse(endpoint, ...givenArgs) {
      reads?.table('');
      const args = addressed?.(undefined, givenArgs) ?? givenArgs;
      const cell = getCell(stored.endpoints, endpoint.key(...args));
      if (cell?.meta.invalidated) return { data: undefined };
      const schema = schemaOf(endpoint);
      const result = cell?.value ?? keyOfResponse(endpoint, args, stored);
      return { data: (result === undefined ? result : dataAt(stored, schema, result, args).value) as never };
    },
  };
}
