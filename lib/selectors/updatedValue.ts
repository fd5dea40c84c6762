import { createNextState } from '@reduxjs/toolkit';
import { argumentError } from '../errors/argumentError';
import { isObject } from '../plain/isObject';
import { sameValue } from '../plain/sameValue';
import { without } from '../plain/without';
import { kindsIn } from '../schema/addressedRecord';
import { assertFinds } from '../schema/assertSchema';
import { Entity } from '../schema/Entity';
import type { EntityClass } from '../schema/EntityClass';
import { isEntityClass } from '../schema/isEntityClass';
import { keyIn, keyMadeOf } from '../schema/keyByArguments';
import type { Schema } from '../types/Schema';
import type { DataState } from '../types/State';
import { isTemporaryKey } from '../types/temporaryKey';
import { selectQuery } from './selectQuery';

/**
 * What an updater function or an Immer recipe makes of the data that is shown.
 *
 * A recipe for a record gives the fields that it has changed, so that no others
 * are written; a function that returns something gives just that.
 *
 * @returns `undefined` where there is no such data, or a recipe has changed nothing
 * @throws {UsageError} (in development) when it is given fields by which no record can be found, or returns unknown ones
 */
export function updatedValue(
  state: DataState,
  schema: Schema,
  args: readonly unknown[],
  update: (stored: unknown) => unknown,
): unknown {
  if (process.env.NODE_ENV !== 'production') assertFinds('set()', schema, args);
  const before = selectQuery(state, schema, args);
  if (before === undefined) return undefined;
  let isRecipe = false;
  const after: unknown = createNextState(before, (draft: unknown) => {
    const returned = update(draft);
    isRecipe = returned === undefined;
    return returned;
  });
  if (process.env.NODE_ENV !== 'production' && isEntityClass(schema)) assertFields(schema, before, after);
  if (isRecipe && after === before) return undefined;
  if (!isEntityClass(schema))
    return hasOptimistic(state, schema) ? withoutRecords(before, after, args) : after;
  if (isRecipe) return changedFields(schema, before as Row, after as Row, args);
  return withoutShown(state, schema, args, before as Row, after);
}

/** Whether data may hold records that are shown before the server has responded. */
function hasOptimistic({ optimistic }: DataState, schema: Schema): boolean {
  return optimistic.length > 0 && kindsIn(schema).length === 1;
}

/**
 * Data with the keys of the records in it that were left as they are: what is shown of them is not confirmed, and
 * goes if it fails. Those that have no key of the server's yet are shown by their creations.
 */
function withoutRecords(before: unknown, after: unknown, args: readonly unknown[]): unknown {
  if (!isObject(before) || !isObject(after)) return after;
  const shown = new Set(Object.values(before));
  const kept = Object.entries(after).flatMap(([name, value]) => {
    const entity: unknown = isObject(value) && shown.has(value) && value.constructor;
    if (!isEntityClass(entity)) return [[name, value] as const];
    const pk = keyIn(entity, value as object, args);
    return isTemporaryKey(pk ?? '') ? [] : [[name, pk ?? value] as const];
  });
  return Array.isArray(after) ? kept.map(([, value]) => value) : Object.fromEntries(kept);
}

/**
 * The fields of a record that a function has returned, without those that it took over from the record and that are
 * only shown: what nothing has confirmed, and relations that are not there, whose default has no key.
 */
function withoutShown(
  state: DataState,
  schema: Schema,
  args: readonly unknown[],
  before: Row,
  after: unknown,
): unknown {
  if (!isObject(after)) return after;
  const confirmed = (state.optimistic.length > 0 &&
    selectQuery({ ...state, optimistic: [] }, schema, args)) as Row | undefined;
  const fields = after as Row;
  const isShown = (name: string) =>
    hasNoKey(fields[name]) || (confirmed && !sameValue(confirmed[name], before[name]));
  return without(
    fields,
    Object.keys(fields).filter(name => fields[name] === before[name] && isShown(name)),
  );
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

function hasNoKey(value: unknown): boolean {
  const { pk } = (value ?? {}) as { readonly pk?: unknown };
  if (typeof pk !== 'function') return false;
  const key: unknown = pk.call(value);
  return key === undefined || key === null || key === '';
}

/** The fields that differ, and those from which the key is made. */
function changedFields(entity: EntityClass, before: Row, after: Row, args: readonly unknown[]): Row {
  const { names } = keyMadeOf(entity, before, args);
  const fields = Object.entries(after);
  return Object.fromEntries(fields.filter(([name, value]) => value !== before[name] || names.has(name)));
}
