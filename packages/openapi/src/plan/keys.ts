import { OpenapiError } from '../OpenapiError.js';
import { followed } from '../read/followed.js';
import type { Operation } from '../read/Operation.js';
import type { Field, ObjectShape, Shape } from '../read/Shape.js';
import type { ShapeReader } from '../read/shapeOf.js';
import { given } from './given.js';
import type { EntityKind, KindOptions } from './Kinds.js';
import { endsWithParameter } from './paths.js';
import { ownName } from './schemaNames.js';
import { isSameName, wordsOf } from './words.js';

/** Whether every entity already has a member of that name, such as `constructor`, so that no field can have it. */
export function isReserved(name: string): boolean {
  return name === 'pk' || name in Object.prototype;
}

/**
 * The key of a record.
 *
 * 1. What `--key` or `x-rdc-key` says.
 * 2. A field `id`.
 * 3. If the record is requested itself, a field `uuid`, `uid`, `guid`, `gid` or `_id`.
 * 4. A field named like the record with `id`: `petId`, `pet_id`.
 * 5. The parameters of the path that fetches one such record, if it has a field for each of them; or, if they are
 *    `namespace` and `name`, those in its `metadata`.
 *
 * In 2 and 4, optional or nullable fields count only if it is requested itself. Case matters only between fields that
 * differ in nothing else.
 */
export function keyOf(
  pointer: string,
  object: ObjectShape,
  asked: readonly Operation[],
  shapes: ShapeReader,
  { keys }: KindOptions,
): readonly (readonly string[])[] | undefined {
  const name = ownName(pointer);
  const raw = shapes.rawAt(pointer);
  const said = given(keys, name) ?? raw['x-rdc-key'];
  if (said !== undefined) {
    const paths = (typeof said === 'string' ? [said] : said).map(path => path.split('.'));
    for (const path of paths) {
      if (path[0] !== undefined && object.fields.some(field => field.name === path[0])) continue;
      throw new OpenapiError(
        'usage',
        `The key of "${name}" has to be "${path.join('.')}", which is no field of it (${placeOf(pointer, shapes)}).`,
        `Its fields: ${object.fields.map(field => field.name).join(', ')}.`,
      );
    }
    return paths.length > 0 ? paths : undefined;
  }
  return impliedKey(name, object, asked, shapes);
}

/** The key of a record of which nothing says the key. */
export function impliedKey(
  name: string,
  object: ObjectShape,
  asked: readonly Operation[],
  shapes: ShapeReader,
): EntityKind['key'] | undefined {
  // A reference to a record is not the record.
  if (/^(ref|reference)$/.test(wordsOf(name).at(-1) ?? '')) return undefined;
  const usual = asked.length > 0 ? ['id', 'uuid', 'uid', 'guid', 'gid', '_id'] : ['id'];
  const own = object.fields.find(field => isSameName(field.name, `${name} id`))?.name;
  for (const candidate of [...usual, ...(own === undefined ? [] : [own])]) {
    const isCalledSo = (each: Field) => each.name.toLowerCase() === candidate.toLowerCase();
    const field = object.fields.find(each => each.name === candidate) ?? object.fields.find(isCalledSo);
    if (field === undefined || !isKeyLike(field.shape, shapes)) continue;
    const isSure = field.isRequired && !followed(shapes, field.shape).isNullable;
    if (isSure || asked.length > 0) return [[field.name]];
  }
  return naturalKey(object, asked, name, shapes);
}

/** @throws {OpenapiError} when the key has a field that an entity cannot have */
export function checkKey(pointer: string, key: EntityKind['key'] = [], shapes: ShapeReader): void {
  const reserved = key.find(([field = '']) => isReserved(field))?.[0];
  if (reserved === undefined) return;
  const name = ownName(pointer);
  throw new OpenapiError(
    'name-taken',
    `The key of "${name}" is its field "${reserved}" (${placeOf(pointer, shapes)}), but every entity has something of that name itself.`,
    `Give other fields that are its key, --key ${name}=<fields>, or make it a plain type: --key ${name}=`,
  );
}

/** Where a schema is in the description as given. */
const placeOf = (pointer: string, shapes: ShapeReader) => shapes.inlineAt(pointer)?.place ?? pointer;

/** Gives key fields the type that they have in the store: always there, and a string or number for a named type. */
export function withKey(object: ObjectShape, key: EntityKind['key'], shapes: ShapeReader): ObjectShape {
  const names = new Set(key.flatMap(path => (path.length === 1 ? path : [])));
  const fields = object.fields.map(field =>
    names.has(field.name) && isKeyLike(field.shape, shapes)
      ? { ...field, shape: followed(shapes, field.shape).shape, isRequired: true }
      : field,
  );
  return { ...object, fields };
}

export function isKeyLike(given: Shape, shapes: ShapeReader): boolean {
  const { shape } = followed(shapes, given);
  return shape.kind === 'string' || shape.kind === 'number' || isBothKeys(shape);
}

function isBothKeys(shape: Shape): boolean {
  return shape.kind === 'union' && shape.members.every(({ kind }) => kind === 'string' || kind === 'number');
}

function naturalKey(object: ObjectShape, asked: readonly Operation[], name: string, shapes: ShapeReader) {
  for (const { method, path, pathParameters } of asked) {
    if (method !== 'GET' || !endsWithParameter(path)) continue;
    const names = pathParameters.map(parameter => parameter.name);
    const own = names.map(each => fieldFor(each, object, name, shapes));
    if (own.every(field => field !== undefined)) return own.map(field => [field]);
    for (const holder of object.fields) {
      if (holder.shape.kind === 'ref' || holder.shape.kind === 'object') {
        const nested = NESTED_KEYS.get(holder.name);
        if (nested !== undefined && names.every(each => nested.includes(each))) {
          return names.map(each => [holder.name, each]);
        }
      }
    }
  }
  return undefined;
}

/** Nested objects that are known to hold a record's key: those of Kubernetes. */
const NESTED_KEYS = new Map([['metadata', ['namespace', 'name']]]);

function fieldFor(
  parameter: string,
  object: ObjectShape,
  name: string,
  shapes: ShapeReader,
): string | undefined {
  return object.fields.find(
    field =>
      isKeyLike(field.shape, shapes) &&
      (isSameName(field.name, parameter) || isSameName(`${name} ${field.name}`, parameter)),
  )?.name;
}
