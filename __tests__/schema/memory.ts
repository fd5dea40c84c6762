import { type DataState, denormalize, normalize, type Schema } from 'rdc-toolkit';
import { NO_TABLES } from '../../lib/normalize/normalize';
import { queryKey } from '../../lib/selectors/queryKey';
import { emptyTable } from '../../lib/tables/Table';
import type { Tables } from '../../lib/types/State';

/** The arguments and start time of a request; the time is also its number. */
interface Asked {
  readonly args?: readonly unknown[];
  readonly fetchedAt?: number;
}

/** Tables that responses are written into one after another, without a store. */
export interface Memory {
  readonly tables: Tables;
  /** Writes a response; returns its result. */
  write(schema: unknown, response: unknown, asked?: Asked): unknown;
  /** The value of a result. */
  read<S>(schema: S, result: unknown, args?: readonly unknown[]): ReturnType<typeof denormalize<S>>;
  /** The data that a schema finds by arguments alone. */
  find<S>(schema: S, ...args: readonly unknown[]): ReturnType<typeof denormalize<S>>;
  /** Steps to another state. */
  restore(tables: Tables): void;
  /** Drops everything that is not plain JSON data. */
  roundTrip(): void;
}

/** Empty tables; each response counts as requested after the one before. */
export function createMemory(): Memory {
  let tables: Tables = NO_TABLES;
  let clock = 0;
  const read: Memory['read'] = (schema, result, args = []) =>
    denormalize(schema, result, tables.entities, args, tables.deleted) as never;
  return {
    get tables() {
      return tables;
    },
    write(schema, response, { args = [], fetchedAt = ++clock } = {}) {
      const numbers = { left: fetchedAt, landed: ++clock };
      const meta = { fetchedAt, date: fetchedAt, expiresAt: fetchedAt + 1000, ...numbers };
      const { result, entities, deleted, indexes } = normalize(
        schema as Schema,
        response,
        args,
        tables,
        meta,
      );
      tables = { entities, deleted, indexes };
      return result;
    },
    read,
    find(schema, ...args) {
      const endpoints: DataState['endpoints'] = emptyTable();
      const key = queryKey(schema as Schema, args, { ...tables, endpoints });
      return key === undefined ? undefined : (read(schema, key, args) as never);
    },
    restore(others) {
      tables = others;
    },
    roundTrip() {
      tables = JSON.parse(JSON.stringify(tables)) as Tables;
    },
  };
}
