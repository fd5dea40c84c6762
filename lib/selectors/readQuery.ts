import { type Traced, trace } from '../denormalize/denormalize';
import type { Memo, Ref, TableRef } from '../denormalize/Memo';
import { INVALID } from '../types/INVALID';
import type { Schema } from '../types/Schema';
import type { DataState } from '../types/State';
import { queryKey } from './queryKey';
import { realArgs } from './realArgs';
import { viewOf } from './viewOf';

/**
 * What `selectQuery` finds, and all that it depends on: what the data was made
 * from, and where it was looked for, be it in vain.
 */
export function readQuery(state: DataState, schema: Schema, given: readonly unknown[]): Traced {
  const args = realArgs(state, given);
  const view = viewOf(state);
  const refs: Ref[] = [];
  const tables: TableRef[] = [];
  const key = queryKey(schema, args, view, {
    record: (kind, pk) => refs.push({ kind, pk, row: undefined, memo: undefined }),
    table: kind => tables.push([kind, undefined]),
  });
  const found = key === undefined ? undefined : trace(schema, key, view.entities, args);
  const value = found === undefined || found.value === INVALID ? undefined : found.value;
  const parts: readonly Memo[] = found === undefined ? [] : [found.memo];
  return { value, memo: { value, refs, parts, tables, complete: true, checked: undefined } };
}
