import { createNextState } from '@reduxjs/toolkit';
import { argumentError } from '../errors/argumentError';
import { filterFields } from '../plain/filterFields';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { mapFields } from '../plain/mapFields';
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
    return state.optimistic.length > 0 ? withConfirmed(state, schema, args, before, after) : after;
  if (isRecipe) return changedFields(schema, before as Row, after as Row, args);
  return withoutShown(state, schema, args, before as Row, after);
}

/**
 * Data with what is confirmed of the records in it that were left as they are: what is only shown of them goes if it
 * fails. Those that are only shown there at all are shown by the mutations that put them there.
 */
function withConfirmed(
  state: DataState,
  schema: Schema,
  args: readonly unknown[],
  before: unknown,
  after: unknown,
): unknown {
  const recordsIn = (data: unknown) => {
    const found = new Map<string, unknown>();
    withRecords(data, args, (record, at) => found.set(at, record));
    return found;
  };
  const shown = recordsIn(before);
  const confirmed = recordsIn(selectQuery({ ...state, optimistic: [] }, schema, args));
  // One of a union needs the field that tells its kind.
  const isKey = kindsIn(schema).length === 1;
  return withRecords(after, args, (record, at, pk) => {
    if (shown.get(at) !== record) return record;
    return isKey && confirmed.has(at) ? pk : confirmed.get(at);
  });
}

/** Data with others in place of its records, except of those inside others; without those that have none. */
function withRecords(
  data: unknown,
  args: readonly unknown[],
  replace: (record: unknown, at: string, pk: string) => unknown,
): unknown {
  const entity: unknown = isObject(data) && data.constructor;
  if (isEntityClass(entity)) {
    const pk = keyIn(entity, data as object, args) ?? '';
    return replace(data, `${entity.key} ${pk}`, pk);
  }
  if (Array.isArray(data))
    return data.map(item => withRecords(item, args, replace)).filter(item => item !== undefined);
  if (!isPlainObject(data)) return data;
  return mapFields(data as Row, (_name, value) => withRecords(value, args, replace));
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
  return filterFields(after, (name, value) => value !== before[name] || names.has(name));
}
