import { createNextState } from '@reduxjs/toolkit';
import { argumentError } from '../errors/argumentError';
import { isObject } from '../plain/isObject';
import { without } from '../plain/without';
import { Entity } from '../schema/Entity';
import type { EntityClass } from '../schema/EntityClass';
import { isEntityClass } from '../schema/isEntityClass';
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
  if (process.env.NODE_ENV !== 'production' && isEntityClass(schema)) assertFields(schema, before, after);
  if (!isRecipe) return isEntityClass(schema) ? withoutBlanks(before as Row, after) : after;
  if (after === before) return undefined;
  return isEntityClass(schema) ? changedFields(schema, before as Row, after as Row, args) : after;
}

type Row = Readonly<Record<string, unknown>>;

/** TypeScript does not look for unknown fields in what a function returns. */
function assertFields(entity: EntityClass, before: unknown, after: unknown) {
  if (!isObject(after) || entity.process !== Entity.process) return;
  const known = [...Object.keys(before as object), ...Object.values(entity.sources ?? {})];
  const unknown = Object.keys(after).find(name => !known.includes(name) && !entity.declares?.(name));
  if (unknown === undefined) return;
  const fix = `Correct its name, or declare it in ${entity.key}: ${unknown} = ...;`;
  throw argumentError('set()', `${entity.key} has no field "${unknown}"`, fix);
}

/** What a function returns that spreads the record, without relations that are not there: their default has no key. */
function withoutBlanks(before: Row, after: unknown): unknown {
  if (!isObject(after)) return after;
  const fields = after as Row;
  return without(
    fields,
    Object.keys(fields).filter(name => fields[name] === before[name] && hasNoKey(fields[name])),
  );
}

function hasNoKey(value: unknown): boolean {
  const { pk } = (value ?? {}) as { readonly pk?: unknown };
  if (typeof pk !== 'function') return false;
  const key: unknown = pk.call(value);
  return key === undefined || key === null || key === '';
}

/** The fields that differ, and those from which the key is made. */
function changedFields(entity: EntityClass, before: Row, after: Row, args: readonly unknown[]): Row {
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
