import { isObject } from '../plain/isObject';
import { isSchemaObject } from '../types/isSchemaObject';
import type { Schema } from '../types/Schema';
import { entities } from './entities';
import { quoteName } from './quoteName';
import { placeName } from './schemaPlaces';

/** Deepest nesting that a name spells out. */
const MAX_NAME_DEPTH = 32;

/** The most schemas that one name spells out: a lazy schema may resolve to another one each time. */
const MAX_NAME_PARTS = 1_000;

/** Names one schema within another. */
export type NameOf = (schema: unknown) => string;

/** A schema that names itself. */
export interface SelfNamed {
  /**
   * @param nameOf names its parts
   * @param place where it is found among the definitions, if its parts do not identify it
   */
  nameBy(nameOf: NameOf, place: string | undefined): string;
}

/**
 * Names what a schema describes; schemas that describe the same have the same name.
 *
 * | schema | name |
 * |---|---|
 * | an entity | its `key` |
 * | `new Collection([Todo])`, of a map | `[Todo]`, `{Todo}` |
 * | `[Todo]`, `{ todo: Todo, total: 0 }` | `Array(Todo)`, `{todo:Todo,total:number}` |
 * | `new Union({ post: Post, link: Link }, 'type')` | `Union({post:Post,link:Link},type)` |
 * | `new Values(Todo)`, `Invalidate`, `All` | `Values(Todo)`, `Invalidate(Todo)`, `All(Todo)` |
 * | a field that was edited in the panel | `Edited(Todo)` |
 * | `collection.push` and the like | `[Todo].push` |
 * | `Query`, `Lazy` | that of the inner schema |
 * | a function, a sample value | its type |
 */
export function schemaName(schema: unknown): string {
  return printer(() => undefined)(schema);
}

/**
 * The name by which a log finds a schema again.
 *
 * The same as `schemaName`, unless a schema contains functions (a list with options, a subclass, a merge function):
 * then its place on an endpoint, such as `Todo.getList.schema.push`.
 */
export function loggedName(schema: unknown): string {
  return printer(placeName)(schema);
}

function printer(placeOf: (schema: object) => string | undefined): NameOf {
  const ancestors: unknown[] = [];
  let parts = 0;
  const nameOf: NameOf = schema => {
    // A schema may contain itself, with no record between.
    const isEndless = isObject(schema) && ancestors.includes(schema);
    if (isEndless || ancestors.length === MAX_NAME_DEPTH || ++parts > MAX_NAME_PARTS) return '…';
    ancestors.push(schema);
    try {
      return nameHere(schema, nameOf, placeOf);
    } finally {
      ancestors.pop();
    }
  };
  return nameOf;
}

function nameHere(schema: unknown, nameOf: NameOf, placeOf: (schema: object) => string | undefined): string {
  if (schema === null) return 'null';
  if (typeof schema !== 'object' && typeof schema !== 'function') return typeof schema;
  if (isSelfNamed(schema)) return schema.nameBy(nameOf, placeOf(schema));
  if (isSchemaObject(schema as Schema)) return keyed(schema, placeOf);
  if (typeof schema === 'function') return 'function';
  if (Array.isArray(schema)) return `Array(${nameOf(schema[0])})`;
  const fields = Object.entries(schema).map(([field, nested]) => `${quoteName(field)}:${nameOf(nested)}`);
  return `{${fields.join()}}`;
}

/** Whether a schema names itself: all that this library makes do, except entities. */
export function isSelfNamed(schema: object): schema is SelfNamed {
  return typeof (schema as Partial<SelfNamed>).nameBy === 'function';
}

/** The name of an entity, or of an app's own schema. */
function keyed(schema: object, placeOf: (schema: object) => string | undefined): string {
  const { key, name } = schema as { readonly key?: unknown; readonly name?: unknown };
  const isKeyed = typeof key === 'string';
  const place = isKeyed && entities.named(key).length < 2 ? undefined : placeOf(schema);
  return place ?? quoteName(isKeyed ? key : String(name || 'schema'));
}
