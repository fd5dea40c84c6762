import { walkThroughLazies } from '../definitions/walkSchema';
import { argumentError } from '../errors/argumentError';
import { attempt } from '../plain/attempt';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { sameValue } from '../plain/sameValue';
import { toPlain } from '../plain/toPlain';
import { warnOnce } from '../plain/warnOnce';
import { diffTables } from '../tables/diffTables';
import { isReader, isSchemaObject } from '../types/isSchemaObject';
import type { Schema } from '../types/Schema';
import type { Entities, EntityRow } from '../types/State';
import type { EntityClass } from './EntityClass';
import { isEntityClass } from './isEntityClass';

type NamedClass = EntityClass & { readonly name: string };

/** The latest class of each key; only in development. */
const classes = new Map<string, NamedClass>();

/** For development: warns of likely mistakes in the definition of an entity that would otherwise go unnoticed. */
export function checkEntity(entity: EntityClass, defaults: Readonly<Record<string, unknown>>): void {
  checkFields(entity as NamedClass, defaults);
  checkKey(entity as NamedClass);
  const unconverted = Object.entries(defaults).flatMap(([field, value]) => {
    const typeName =
      typeof value === 'bigint' ? 'bigint' : [Date, Map, Set].find(type => value instanceof type)?.name;
    return typeName === undefined || Object.hasOwn(entity.schema ?? {}, field)
      ? []
      : [[field, typeName] as const];
  });
  if (unconverted.length > 0) unconvertedFields.set(entity, unconverted);
}

/** Fields whose default is a type that JSON lacks, with no function to make it, and that type; only in development. */
const unconvertedFields = new WeakMap<EntityClass, readonly (readonly [field: string, made: string])[]>();

/**
 * For development: warns when readers get a value as it was sent, unlike the default of its field.
 *
 * @param usual how most classes make instances; another way, such as a zod object's, may convert values
 */
export function checkRow(
  entity: EntityClass,
  usual: Pick<EntityClass, 'createIfValid'>,
  row: EntityRow,
): void {
  if (entity.createIfValid !== usual.createIfValid) return;
  for (const [field, typeName] of unconvertedFields.get(entity) ?? []) {
    if (row[field] === undefined || row[field] === null) continue;
    warnOnce(
      `default that JSON has not ${entity.key}.${field}`,
      `The field "${field}" of ${entity.key} is a ${typeName} by default, but readers get what was sent. ` +
        `Make it with a function: static schema = { ${field}: ${CONVERTERS[typeName]} }.`,
    );
  }
}

function checkFields(entity: NamedClass, defaults: Readonly<Record<string, unknown>>) {
  const { key, name, schema = {}, sources = {} } = entity;
  for (const field of Object.keys(sources)) {
    if (Object.hasOwn(defaults, field)) continue;
    warnOnce(
      `source of no field ${key}.${field}`,
      `${name} has a source for "${field}", which is not one of its fields: ${Object.keys(defaults).join(', ')}. ` +
        `The name of the field comes first: static sources = { field: 'name in the response' }.`,
    );
  }
  for (const [field, nested] of Object.entries(schema)) {
    if (!Object.hasOwn(defaults, field)) {
      warnOnce(
        `schema of no field ${key}.${field}`,
        `${name} has a schema for "${field}", which is not one of its fields: ${Object.keys(defaults).join(', ')}. ` +
          `Correct the name in static schema, or add the field to ${name}.`,
      );
    } else if (isRelation(nested) && isPrimitive(defaults[field])) {
      warnOnce(
        `default of a relation ${key}.${field}`,
        `${name}.${field} is ${JSON.stringify(defaults[field])} by default, but static schema declares an entity there. ` +
          `Write ${field} = ${nested.name}.fromJS(), or ${field}: ${nested.name} | undefined = undefined.`,
      );
    }
  }
}

/**
 * For development: rejects values stored by hand that a function in `static schema` cannot read, such as its own
 * result, changed and put back, though it takes what the server sends.
 *
 * @param before the records as they were
 * @throws {UsageError} naming the field
 */
export function assertReadable(schema: unknown, before: Entities, after: Entities): void {
  walkThroughLazies(schema, part => {
    if (isEntityClass(part)) assertRowsReadable(part, before, after);
    return true;
  });
}

function assertRowsReadable({ key, schema = {} }: EntityClass, before: Entities, after: Entities) {
  const readers = Object.entries(schema).filter(([, read]) => isReader(read)) as [string, Reader][];
  if (readers.length === 0) return;
  diffTables(before[key], after[key], (_pk, cellBefore, cellAfter) => {
    const [oldRow, row] = [cellBefore?.value, cellAfter?.value] as (EntityRow | undefined)[];
    for (const [field, read] of readers) {
      const stored = row?.[field];
      if (stored === undefined || stored === null || stored === oldRow?.[field]) continue;
      if (attempt(() => [read(stored)]) === undefined)
        throw argumentError(
          'set()',
          `the function for "${field}" in static schema of ${key} cannot read ${JSON.stringify(stored)}`,
          `Give it what the server sends, or let the function take what it makes as well.`,
        );
    }
  });
}

/**
 * For development: rejects an instance of which its field's function makes something else once it is stored as JSON.
 *
 * @throws {UsageError} naming the field
 */
export function assertReadsBack({ key, schema }: EntityClass, field: string, value: unknown): void {
  const read = schema?.[field];
  if (!isReader(read) || !isObject(value) || Array.isArray(value) || isPlainObject(value)) return;
  const stored = toPlain(value);
  // What cannot be read is reported once it is stored.
  const shown = attempt(() => toPlain((read as Reader)(stored)));
  if (shown === undefined || sameValue(shown, stored)) return;
  throw argumentError(
    'set()',
    `the function for "${field}" in static schema of ${key} does not make the same ${value.constructor.name} of its JSON, ${JSON.stringify(stored)}`,
    `Give ${value.constructor.name} a toJSON() that returns what the server sends.`,
  );
}

/** Functions that convert what is sent. */
const CONVERTERS: Readonly<Record<string, string>> = {
  bigint: '(sent: string) => BigInt(sent)',
  Date: '(sent: string) => new Date(sent)',
  Map: '(sent: object) => new Map(Object.entries(sent))',
  Set: '(sent: string[]) => new Set(sent)',
};

type Reader = (stored: unknown) => unknown;

function isRelation(nested: unknown): nested is NamedClass {
  return typeof nested === 'function' && isSchemaObject(nested as unknown as Schema);
}

function isPrimitive(value: unknown): boolean {
  return value !== null && value !== undefined && typeof value !== 'object';
}

/** Classes of one record share a key by inheritance, and a module that runs again keeps its names. */
function checkKey(entity: NamedClass) {
  const { key, name } = entity;
  const other = classes.get(key);
  classes.set(key, entity);
  if (other === undefined || other.name === name || name === '' || other.name === '') return;
  if (isRelated(entity, other)) return;
  warnOnce(
    `key ${key} of ${[name, other.name].sort().join(', ')}`,
    `The entities ${other.name} and ${name} have the same static key "${key}", so their records overwrite each other. ` +
      `Give each a different key, or let one extend the other if both describe the same records.`,
  );
}

/** By name: after hot reloading runs a module again, the base of an older class is another class. */
function isRelated(one: NamedClass, other: NamedClass): boolean {
  const names = namesOf(other);
  return namesOf(one).some(name => name !== '' && names.includes(name));
}

/** The names of a class, and of its base classes with the same key. */
function namesOf(entity: NamedClass): readonly string[] {
  const names: string[] = [];
  for (let base: NamedClass | null = entity; base?.key === entity.key; base = Object.getPrototypeOf(base))
    names.push(base.name);
  return names;
}
