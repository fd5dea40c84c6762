import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { isUnion } from './isUnion';
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
  const entity = entityIn(schema);
  const [params] = args;
  if (entity === undefined || isCreation(schema)) return undefined;
  try {
    const pk = isPlainObject(params) ? entity.pk(params, undefined, undefined, args) : textOf(params);
    return pk === undefined ? undefined : { kind: entity.key, pk };
  } catch {
    // pk() reads a field that the arguments do not have.
    return undefined;
  }
}

/** The records that a request may be about: of a union one of each kind. */
export function addressedRecords(schema: unknown, args: readonly unknown[]): readonly RecordRef[] {
  if (isCreation(schema)) return [];
  return entitiesIn(schema).flatMap(entity => addressedRecord(entity, args) ?? []);
}

/** The kinds of record that a response may bring or remove. */
export function writtenKinds(schema: unknown): readonly string[] {
  return entitiesIn(schema).map(({ key }) => key);
}

/** Whether a schema adds records to lists, or moves or removes them. */
export function isListWriter(schema: unknown): boolean {
  return isObject(schema) && 'isCreation' in schema;
}

/** Whether a response is a record without a key, which only a server can give it. */
export function isNameless(schema: unknown, response: unknown, args: readonly unknown[]): boolean {
  const entity = entityIn(schema);
  if (entity === undefined || !isPlainObject(response)) return false;
  try {
    return entity.pk(response, undefined, undefined, args) === undefined;
  } catch {
    return true;
  }
}

interface KeyedClass {
  readonly key: string;
  pk(input: object, parent?: unknown, key?: string, args?: readonly unknown[]): string | undefined;
}

/** The entity that a schema is, removes, or writes into lists; `undefined` where there are several, or none. */
function entityIn(schema: unknown): KeyedClass | undefined {
  const [entity, ...others] = entitiesIn(schema);
  return others.length === 0 ? entity : undefined;
}

/** The entities that a schema is, removes, or writes into lists. */
function entitiesIn(given: unknown): readonly KeyedClass[] {
  const schema = resolved(given) as unknown;
  if (typeof schema === 'function') return 'key' in schema && 'pk' in schema ? [schema as never] : [];
  if (typeof schema !== 'object' || schema === null) return [];
  if (isUnion(schema)) return Object.values(schema.schema).flatMap(entitiesIn);
  const { kinds, entity, element } = schema as Readonly<Record<string, unknown>>;
  const below = kinds ?? entity ?? element;
  return below === undefined ? [] : entitiesIn(below);
}

function isCreation(schema: unknown): boolean {
  const { isCreation: creates, isMap } = (schema ?? {}) as Readonly<Record<string, unknown>>;
  return creates === true || isMap !== undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
