import { type Traced, trace } from '../denormalize/denormalize';
import type { Stored } from '../normalize/writeResponse';
import { INVALID } from '../types/INVALID';
import type { Schema } from '../types/Schema';
import type { Readable } from '../types/State';
import { type LookUps, queryKey } from './queryKey';

/** The data that tables hold for a schema, found by arguments alone; `undefined` if there is none. */
export function findData(
  stored: Stored,
  schema: Schema,
  args: readonly unknown[],
  lookUps?: LookUps,
): Traced | undefined {
  const key = queryKey(schema, args, stored, lookUps);
  return key === undefined ? undefined : dataAt(stored, schema, key, args);
}

/** The data of a result, and what it was made from. The value is `undefined` if the result is invalid. */
export function dataAt(stored: Readable, schema: Schema, result: unknown, args: readonly unknown[]): Traced {
  const { value, memo } = trace(schema, result, stored, args);
  return { value: value === INVALID ? undefined : value, memo };
}
