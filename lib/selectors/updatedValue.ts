import { argumentError } from '../errors/argumentError';
import { allWithin } from '../plain/allWithin';
import { attempt } from '../plain/attempt';
import { filterFields } from '../plain/filterFields';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { jsonForm } from '../plain/jsonForm';
import { mapFields } from '../plain/mapFields';
import { omitFields } from '../plain/omitFields';
import { sameValue } from '../plain/sameValue';
import { createNextState } from '../plain/toolkit';
import { assertFinds } from '../schema/assertSchema';
import { assertReadsBack } from '../schema/checkEntity';
import { Entity } from '../schema/Entity';
import type { EntityClass } from '../schema/EntityClass';
import { isEntityClass } from '../schema/isEntityClass';
import { isInvalidKey } from '../schema/isInvalidKey';
import { keyIn, keyMadeOf } from '../schema/keyByArguments';
import { kindsIn } from '../schema/responseParts';
import { getCell, getValue } from '../tables/getCell';
import type { Schema } from '../types/Schema';
import type { DataState } from '../types/State';
import { isTemporaryKey } from '../types/temporaryKey';
import { selectQuery } from './selectQuery';

/**
 * What an updater function or an Immer recipe makes of the data that is shown.
 *
 * A recipe for a record yields only the changed fields, so that no others are written; a function that returns a
 * value yields exactly that.
 *
 * @returns `undefined` if there is no such data, or a recipe changed nothing
 * @throws {UsageError} (in development) when it is given fields by which no record can be found, returns unknown
 * ones, removes one, or changes the key of a record
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
  const dates = process.env.NODE_ENV === 'production' ? [] : datesIn(before);
  const after: unknown = createNextState(before, (draft: unknown) => {
    const returned =
      process.env.NODE_ENV === 'production' ? update(draft) : explainMapSet(() => update(draft));
    isRecipe = returned === undefined;
    return returned;
  });
  if (process.env.NODE_ENV !== 'production') assertUnset(dates);
  if (process.env.NODE_ENV !== 'production' && isEntityClass(schema))
    assertFields(schema, before, after, args);
  if (isRecipe && after === before) return undefined;
  // The state itself if nothing is optimistic, so that memoized reads are reused.
  const confirmed = state.optimistic.length > 0 ? { ...state, optimistic: [] } : state;
  const write = writerOf(state, confirmed, args, before);
  if (!isEntityClass(schema)) return write(after, schema);
  const fields = isRecipe
    ? changedFields(state, schema, before as Row, after as Row, args)
    : withoutShown(selectQuery(confirmed, schema, args) as Row | undefined, before as Row, after);
  return isPlainObject(fields) ? fieldsOf(schema, fields, write) : fields;
}

/** Immer rejects a `Map` or a `Set` unless its plugin is enabled, and does not say where it came from. */
function explainMapSet(update: () => unknown): unknown {
  try {
    return update();
  } catch (error) {
    if (!/'MapSet'/.test(String(error))) throw error;
    const problem = 'the function reads a Map or a Set of the data that it is given, which is no draft';
    throw argumentError('set()', problem, 'Read it before: controller.get(schema, ...args).', {
      cause: error,
    });
  }
}

/** Turns data into what is written for it, by a part of `schema`. */
type Write = (data: unknown, schema: unknown) => unknown;

/**
 * Turns data that a function made from `before` into what to write: for each changed record, anywhere in the data,
 * the fields that differ; for other records only what identifies them.
 *
 * The data holds a record as often as others refer to it, changed in one place and unchanged in the rest. Optimistic
 * values are not written: their mutation shows them, and they go if it fails.
 */
function writerOf(state: DataState, confirmed: DataState, args: readonly unknown[], before: unknown): Write {
  const shown: ReadonlySet<unknown> = new Set(recordsIn(before));
  const visited = new Set<unknown>();
  const toWrite: Write = (data, schema) => {
    const entity: unknown = isObject(data) && data.constructor;
    if (isEntityClass(entity)) return recordToWrite(entity, data as Row, schema);
    // Data without a schema holds no records, but may contain itself.
    if (schema === undefined) return data;
    const schemaOfParts = (schema as { readonly element?: unknown }).element ?? schema;
    if (Array.isArray(data)) {
      const element = Array.isArray(schemaOfParts) ? schemaOfParts[0] : schemaOfParts;
      return data.map(item => toWrite(item, element)).filter(item => item !== undefined);
    }
    if (!isPlainObject(data)) return data;
    return mapFields(data as Row, (name, value) =>
      toWrite(value, isPlainObject(schemaOfParts) ? schemaOfParts[name] : schemaOfParts),
    );
  };
  function recordToWrite(entity: EntityClass, record: Row, schema: unknown): unknown {
    const pk = jsonForm(record) === undefined ? keyOfDraft(entity, record, shown, args) : undefined;
    if (pk === undefined) return record;
    const earlier = shown.has(record) ? record : selectQuery(state, entity, [pk]);
    if (earlier === undefined) return record;
    const storedKey = getCell(state.entities[entity.key], pk) ? pk : getValue(state.aliases, pk);
    // A record of a union needs the field that tells its kind.
    const hasOneKind = kindsIn(schema).length === 1;
    const identity = hasOneKind
      ? {}
      : omitFields((selectQuery(confirmed, entity, [pk]) ?? {}) as Row, Object.keys(entity.schema ?? {}));
    // A record without a key from the server is shown, and then stored, by its creation alone.
    const isWritable = storedKey === pk || !isTemporaryKey(pk);
    if (isWritable && record !== earlier && !visited.has(record)) {
      visited.add(record);
      return {
        ...identity,
        ...fieldsOf(entity, changedFields(state, entity, earlier as Row, record, args), toWrite),
      };
    }
    return hasOneKind ? storedKey : storedKey && identity;
  }
  return toWrite;
}

/** Some fields of a record as they are written, each by its schema. */
function fieldsOf(entity: EntityClass, fields: Row, written: Write): Row {
  return mapFields(fields, (name, value) => written(value, entity.schema?.[name]));
}

/** The records of some data, without those inside other records. */
function recordsIn(data: unknown): readonly object[] {
  return allWithin(data).filter(part => isObject(part) && isEntityClass(part.constructor)) as object[];
}

/**
 * The fields of a record that a function returned, without unchanged ones that are only shown: optimistic values, and
 * the defaults of missing relations, which have no key.
 */
function withoutShown(confirmed: Row | undefined, before: Row, after: unknown): unknown {
  if (!isObject(after)) return after;
  const fields = after as Row;
  const isShown = (name: string) =>
    hasNoKey(fields[name]) || (confirmed && !sameValue(confirmed[name], before[name]));
  return omitFields(
    fields,
    Object.keys(fields).filter(name => fields[name] === before[name] && isShown(name)),
  );
}

type Row = Readonly<Record<string, unknown>>;

/** The dates in some records, with their times: recipes get the date objects that all readers of the records share. */
function datesIn(data: unknown) {
  return recordsIn(data).flatMap(record =>
    Object.entries(record as Row).flatMap(([name, date]) =>
      date instanceof Date
        ? [{ entity: (record as Entity).constructor as EntityClass, name, date, time: date.getTime() }]
        : [],
    ),
  );
}

function assertUnset(dates: ReturnType<typeof datesIn>) {
  const isSet = ({ date, time }: (typeof dates)[number]) => !Object.is(date.getTime(), time);
  const changed = dates.filter(isSet);
  for (const { date, time } of changed) date.setTime(time);
  const [first] = changed;
  if (first === undefined) return;
  const fix = `Assign another one: draft.${first.name} = new Date(...).`;
  throw argumentError(
    'set()',
    `the date in the field "${first.name}" of ${first.entity.key} was changed in place`,
    fix,
  );
}

/** TypeScript does not check for unknown fields in what a function returns. */
function assertFields(entity: EntityClass, before: unknown, after: unknown, args: readonly unknown[]) {
  if (!isObject(after) || entity.process !== Entity.process) return;
  const [pk, changed] = [before as Row, after].map(row => keyIn(entity, row, args));
  if (changed !== undefined && changed !== pk) {
    const fix = `Remove it with set(new Invalidate(${entity.key}), ...), and store the other one with set(${entity.key}, ...).`;
    throw argumentError('set()', `the key of a stored ${entity.key} cannot be changed`, fix);
  }
  assertKept(entity, before as Row, after as Row, Object.keys(after));
  const knownNames = [...Object.keys(before as object), ...Object.values(entity.sources ?? {})];
  const unknown = Object.keys(after).find(name => !knownNames.includes(name) && !entity.declares?.(name));
  if (unknown === undefined) return;
  const fix = `Correct its name, or declare it in ${entity.key}: ${unknown} = ...;`;
  throw argumentError('set()', `${entity.key} has no field "${unknown}"`, fix);
}

/** A write leaves fields that it does not name unchanged, and JSON has no `undefined`. */
function assertKept(entity: EntityClass, before: Row, after: Row, names: readonly string[]) {
  const removed = names.find(name => before[name] !== undefined && after[name] === undefined);
  if (removed === undefined) return;
  const fix = `Assign null or an empty value: draft.${removed} = null.`;
  throw argumentError('set()', `the field "${removed}" of a stored ${entity.key} cannot be removed`, fix);
}

function hasNoKey(value: unknown): boolean {
  const { pk } = (value ?? {}) as { readonly pk?: unknown };
  return typeof pk === 'function' && isInvalidKey(pk.call(value));
}

/** The key of a record, even of a changed copy of a shown record that cannot tell its key. */
function keyOfDraft(entity: EntityClass, record: Row, shown: ReadonlySet<unknown>, args: readonly unknown[]) {
  const pk = keyIn(entity, record, args);
  if (pk !== undefined) return pk;
  const key = (one: unknown) => attempt(() => (one as Entity).pk());
  const isSame = (one: unknown) => isObject(one) && one.constructor === entity && key(one) === key(record);
  const earlier = [...shown].find(isSame);
  return isObject(earlier) ? keyIn(entity, earlier, args) : undefined;
}

/** The changed fields, and those that the key is made from, as they are stored. */
function changedFields(
  { entities }: DataState,
  entity: EntityClass,
  before: Row,
  after: Row,
  args: readonly unknown[],
): Row {
  if (process.env.NODE_ENV !== 'production') assertKept(entity, before, after, Object.keys(before));
  const { names } = keyMadeOf(entity, before, args);
  const stored = getValue(entities[entity.key], keyIn(entity, before, args) ?? '') as Row | undefined;
  const written = filterFields(after, (name, value) => value !== before[name] || names.has(name));
  if (process.env.NODE_ENV !== 'production')
    for (const [name, value] of Object.entries(written))
      if (value !== before[name]) assertReadsBack(entity, name, value);
  return mapFields(written, (name, value) => (value === before[name] ? (stored?.[name] ?? value) : value));
}
