import { entityDefinitionError } from '../errors/entityDefinitionError';
import { getOrCreate } from '../plain/getOrCreate';
import { isReader } from '../types/isSchemaObject';
import { checkEntity } from './checkEntity';
import type { EntityClass } from './EntityClass';

/** What is derived once from an entity class. */
export interface EntityShape {
  /** Field values of a record without data. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Names that the class defines for all instances; a row's fields never hide them. */
  readonly reserved: readonly string[];
  /** Names of the fields of `static schema`. */
  readonly nested: readonly string[];
  /** Whether a function converts any of them. */
  readonly hasReader: boolean;
  /** The frozen instance without fields, made on first use. */
  blank: object | undefined;
}

const shapes = new WeakMap<EntityClass, EntityShape>();

/**
 * Default values and reserved names of an entity class.
 *
 * @throws {UsageError} when the class has no usable `static key`, or a hole in its `static schema`
 */
export function entityShape(entity: EntityClass): EntityShape {
  return getOrCreate(shapes, entity, shapeOf);
}

function shapeOf(entity: EntityClass): EntityShape {
  if (process.env.NODE_ENV !== 'production') {
    assertNamed(entity);
    assertFreeKey(entity);
    assertSchema(entity);
  }
  const shape: EntityShape = {
    defaults: { ...(process.env.NODE_ENV === 'production' ? new entity() : blankOf(entity)) },
    reserved: reservedNames(entity.prototype),
    nested: Object.keys(entity.schema ?? {}),
    hasReader: Object.values(entity.schema ?? {}).some(isReader),
    blank: undefined,
  };
  if (process.env.NODE_ENV !== 'production') checkEntity(entity, shape.defaults);
  return shape;
}

function blankOf(entity: EntityClass): object {
  try {
    return new entity();
  } catch (cause) {
    throw entityDefinitionError(
      entity.key,
      'its constructor throws where it is given no arguments',
      'Give the fields defaults in the class, and make records with fromJS().',
      { cause },
    );
  }
}

/**
 * Checks that an entity class has a name under which to store its records.
 *
 * @throws {UsageError} with the line to add
 */
export function assertNamed(entity: EntityClass): void {
  const { key, name } = entity as EntityClass & { readonly name: string };
  if (typeof key === 'string' && key !== '') return;
  throw entityDefinitionError(
    name,
    'it has no static key, the name under which its records are stored',
    `Add: static key = '${name || 'MyEntity'}';`,
  );
}

function assertFreeKey({ key, name }: EntityClass & { readonly name?: string }) {
  if (!(key in Object.prototype)) return;
  const problem = `its static key "${key}" is a property of every object`;
  throw entityDefinitionError(name ?? '', problem, 'Choose a different key.');
}

/** An import from a module that has not run yet is undefined, and would silently be no schema. */
function assertSchema({ key, schema = {} }: EntityClass) {
  const hole = Object.keys(schema).find(field => schema[field] === undefined);
  if (hole === undefined) return;
  throw entityDefinitionError(
    key,
    `its static schema has undefined for "${hole}", usually because two modules import each other`,
    `Look the class up lazily: ${hole}: new Lazy(() => TheClass).`,
  );
}

function reservedNames(prototype: object): readonly string[] {
  const names = ['__proto__'];
  for (let level = prototype; level && level !== Object.prototype; level = Object.getPrototypeOf(level))
    names.push(...Object.getOwnPropertyNames(level));
  return names;
}
