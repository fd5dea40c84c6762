import type { Schema } from '../types/Schema';
import type { DataState } from '../types/State';
import { readQuery } from './readQuery';

/**
 * The data of a schema, found by arguments alone; `undefined` if there is none.
 *
 * @returns The same object for as long as nothing in it changes.
 */
export function selectQuery(state: DataState | undefined, schema: Schema, args: readonly unknown[]): unknown {
  return state && readQuery(state, schema, args).value;
}
