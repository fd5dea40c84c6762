import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { isEntityClass } from './isEntityClass';
import { isUnion } from './isUnion';
import { type Keyed, keyIn } from './keyByArguments';
import { resolved } from './resolved';

/** A record, by kind and primary key. */
export interface RecordRef {
  readonly kind: string;
  readonly pk: string;
}

/**
 * The record that a request is about, as far as its schema and arguments tell;
 * `undefined` where it is sent to a list, or to an address that names no key.
 */
export function addressedRecord(schema: unknown, args: readonly unknown[]): RecordRef | undefined {
  return entityIn(schema) && addressedRecords(schema, args)[0];
}

/** The records that a request may be about: of a union one of each kind. */
export function addressedRecords(schema: unknown, args: readonly unknown[]): readonly RecordRef[] {
  if (isCreation(schema)) return [];
  const [params] = args;
  return entitiesIn(schema).flatMap(entity => {
    const pk = isPlainObject(params) ? keyIn(entity, params, args) : textOf(params);
    return pk === undefined ? [] : { kind: entity.key, pk };
  });
}

/** The kinds of record that a schema holds: what its responses may bring or remove. */
export function kindsIn(schema: unknown): readonly string[] {
  return entitiesIn(schema).map(({ key }) => key);
}

/** Whether a schema adds records to lists, or moves or removes them. */
export function isListWriter(schema: unknown): boolean {
  return isObject(schema) && 'isCreation' in schema;
}

/** Whether a response is a record without a key, which only a server can give it. */
export function isNameless(schema: unknown, response: unknown, args: readonly unknown[]): boolean {
  const entities = entitiesIn(schema);
  return (
    entities.length > 0 &&
    isPlainObject(response) &&
    entities.every(entity => keyIn(entity, response, args) === undefined)
  );
}

/** The entity that a schema is, removes, or writes into lists; `undefined` where there are several, or none. */
function entityIn(schema: unknown): Keyed | undefined {
  const [entity, ...others] = entitiesIn(schema);
  return others.length === 0 ? entity : undefined;
}

/** The entities that a schema is, removes, or writes into lists. */
function entitiesIn(given: unknown): readonly Keyed[] {
  const schema = resolved(given) as unknown;
  if (isEntityClass(schema)) return [schema];
  if (!isObject(schema)) return [];
  if (isUnion(schema)) return Object.values(schema.schema).flatMap(entitiesIn);
  const { kinds, entity, element } = schema as Readonly<Record<string, unknown>>;
  return entitiesIn(kinds ?? entity ?? element);
}

function isCreation(schema: unknown): boolean {
  const { isCreation: creates, isMap } = (schema ?? {}) as Readonly<Record<string, unknown>>;
  return creates === true || isMap !== undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
