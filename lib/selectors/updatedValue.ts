import { createNextState } from '@reduxjs/toolkit';
import type { Schema } from '../types/Schema';
import type { DataState } from '../types/State';
import { selectQuery } from './selectQuery';

/**
 * What an updater function or an Immer recipe makes of the data that is shown.
 *
 * A recipe for a record gives the fields that it has changed, so that no others
 * are written; a function that returns something gives just that.
 *
 * @returns `undefined` where there is no such data, or a recipe has changed nothing
 */
export function updatedValue(
  state: DataState,
  schema: Schema,
  args: readonly unknown[],
  update: (stored: unknown) => unknown,
): unknown {
  const before = selectQuery(state, schema, args);
  if (before === undefined) return undefined;
  let isRecipe = false;
  const after: unknown = createNextState(before, (draft: unknown) => {
    const returned = update(draft);
    isRecipe = returned === undefined;
    return returned;
  });
  if (!isRecipe) return after;
  if (after === before) return undefined;
  return isRecordClass(schema) ? changedFields(schema, before as Row, after as Row, args) : after;
}

type Row = Readonly<Record<string, unknown>>;

interface RecordClass {
  pk(input: object, parent?: unknown, key?: string, args?: readonly unknown[]): string | undefined;
}

function isRecordClass(schema: unknown): schema is RecordClass {
  return typeof schema === 'function' && 'pk' in schema;
}

/** The fields that differ, and those from which the key is made. */
function changedFields(entity: RecordClass, before: Row, after: Row, args: readonly unknown[]): Row {
  const needed = new Set<PropertyKey>();
  const noting = new Proxy(before, {
    get(target, name) {
      needed.add(name);
      return Reflect.get(target, name) as unknown;
    },
  });
  entity.pk(noting, undefined, undefined, args);
  const fields = Object.entries(after);
  return Object.fromEntries(fields.filter(([name, value]) => value !== before[name] || needed.has(name)));
}
