import { OpenapiError } from '../OpenapiError.js';
import type { Operation } from '../read/Operation.js';
import type { ObjectShape, Shape } from '../read/Shape.js';
import type { ShapeReader } from '../read/shapeOf.js';
import { given } from './given.js';
import type { EntityKind, KindOptions } from './Kinds.js';
import { endsWithParameter } from './paths.js';
import { ownName } from './schemaNames.js';
import { isSameName, wordsOf } from './words.js';

/** Whether every entity has something of that name already, as every object has a `constructor`: no field can have it. */
export function isReserved(name: string): boolean {
  return name === 'pk' || name in Object.prototype;
}

/**
 * The key of a record.
 *
 * 1. What `--key` or `x-rdc-key` says.
 * 2. A field `id`, or the name of the record with `id`: `petId`, `pet_id`. Where it may be missing, only of what is
 *    requested itself.
 * 3. Of what is requested itself, a field `uuid`, `uid`, `guid` or `_id`.
 * 4. The parameters of the path under which one such record is fetched, if it has a field for each of them, itself or
 *    all in one object within it.
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
        `The key of "${name}" has to be "${path.join('.')}", which is no field of it (${pointer}).`,
        `Its fields: ${object.fields.map(field => field.name).join(', ')}.`,
      );
    }
    return paths.length > 0 ? paths : undefined;
  }
  // What refers to a record is not the record.
  if (/^(ref|reference)$/.test(wordsOf(name).at(-1) ?? '')) return undefined;
  const usual = asked.length > 0 ? ['id', 'uuid', 'uid', 'guid', '_id'] : ['id'];
  const own = object.fields.find(field => isSameName(field.name, `${name} id`))?.name;
  for (const candidate of [...usual, ...(own === undefined ? [] : [own])]) {
    const field = object.fields.find(each => each.name === candidate);
    if (field === undefined || !isKeyLike(field.shape)) continue;
    if (field.isRequired || asked.length > 0) return [[candidate]];
  }
  return naturalKey(object, asked, name);
}

/** @throws {OpenapiError} when a field of a key is one that an entity cannot have */
export function checkKey(pointer: string, key: EntityKind['key'] = []): void {
  const reserved = key.find(([field = '']) => isReserved(field))?.[0];
  if (reserved === undefined) return;
  const name = ownName(pointer);
  throw new OpenapiError(
    'name-taken',
    `The key of "${name}" is its field "${reserved}" (${pointer}), but every entity has something of that name itself.`,
    `Give other fields that are its key, --key ${name}=<fields>, or make it a plain type: --key ${name}=`,
  );
}

function isKeyLike(shape: Shape): boolean {
  return shape.kind === 'string' || shape.kind === 'number' || isBothKeys(shape);
}

function isBothKeys(shape: Shape): boolean {
  return shape.kind === 'union' && shape.members.every(({ kind }) => kind === 'string' || kind === 'number');
}

function naturalKey(object: ObjectShape, asked: readonly Operation[], name: string) {
  for (const { method, path, pathParameters } of asked) {
    if (method !== 'GET' || !endsWithParameter(path)) continue;
    const names = pathParameters.map(parameter => parameter.name);
    const own = names.map(each => fieldFor(each, object, name));
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

/** Objects within records that are known to say which record it is, as those of Kubernetes do. */
const NESTED_KEYS = new Map([['metadata', ['namespace', 'name']]]);

function fieldFor(parameter: string, object: ObjectShape, name: string): string | undefined {
  return object.fields.find(
    field =>
      isKeyLike(field.shape) &&
      (isSameName(field.name, parameter) || isSameName(`${name} ${field.name}`, parameter)),
  )?.name;
}
