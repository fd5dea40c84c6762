import type { EndpointInterface } from '../types/EndpointInterface';
import { isSchemaObject } from '../types/isSchemaObject';
import type { Schema } from '../types/Schema';
import type { Entities } from '../types/State';
import { candidates, currentTurn, noteFirstTurn, noteTurn } from './candidates';
import { entities } from './entities';
import { isSelfNamed, loggedName } from './schemaName';
import { notePlace } from './schemaPlaces';
import { isLazy, NOT_THERE, tryResolve, walkSchema } from './walkSchema';

/** Lists and unions that no endpoint has, by name. */
const loose = /* @__PURE__ */ candidates();

/** New schemas that were not inspected yet, because their classes may not be defined yet. */
let newSchemas: (readonly [schema: object, madeIn: number])[] = [];

/** Beyond this many, they are inspected at once: an app may make some with every render. */
const MAX_MADE = 200;

/** Lazy schemas that were not resolved yet. */
const lazies = new Map<{ resolve(): unknown }, number>();

/** Lazy schemas that were resolved. */
const resolvedLazies = new WeakSet<object>();

/** At most this many are kept. */
const MAX_LAZIES = 1_000;

const notedSchemas = new WeakSet<object>();

/** In development, notes that a schema was made or used, so that a log finds it and its parts. */
export function noteMade(schema: unknown): void {
  if (process.env.NODE_ENV === 'production') return;
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return;
  if (notedSchemas.has(schema)) return;
  notedSchemas.add(schema);
  newSchemas.push([schema, currentTurn()]);
  if (newSchemas.length > MAX_MADE) registerNewSchemas();
}

/** Registers the entities in a schema, and the place of each part on an endpoint. */
export function registerSchemas(
  schema: unknown,
  endpoint?: EndpointInterface,
  madeIn: number = process.env.NODE_ENV === 'production' ? 0 : currentTurn(),
): void {
  const register = (part: unknown, path: readonly string[]) => {
    if (isLazy(part)) {
      if (process.env.NODE_ENV !== 'production' && !resolvedLazies.has(part) && lazies.size < MAX_LAZIES)
        lazies.set(part, madeIn);
      return false;
    }
    if (!isSchemaObject(part as Schema)) return true;
    if (endpoint !== undefined) notePlace(part as object, endpoint, path);
    const name = nameOfOwn(part as object);
    if (name === undefined) return true;
    if (process.env.NODE_ENV !== 'production') noteFirstTurn(part as object, madeIn);
    entities.add(name, part as object);
    return true;
  };
  walkSchema(schema, register, ['schema']);
}

/** The given name of an entity, or of an app's own schema; `undefined` while its class is not defined yet. */
function nameOfOwn(schema: object): string | undefined {
  if (isSelfNamed(schema)) return undefined;
  const { key, name } = schema as { readonly key?: unknown; readonly name?: unknown };
  const own = typeof schema === 'function' ? key : (key ?? name);
  return typeof own === 'string' ? own : undefined;
}

/** All different entities with a key. */
export function entitiesNamed(key: string): readonly object[] {
  const matches = entities.named(key);
  return matches.length > 0 || !lookFurther() ? matches : entities.named(key);
}

/** The field of a part of a record, as `Scalar` makes it, that holds the record's key. */
export const WHOLE = '$record';

/** The kinds of such parts that are stored, each with the keys of the parts of one record. */
export type PartsOfRecord = readonly (readonly [kind: string, pks: readonly string[]])[];

/** Finds the stored parts of a record that lists hold in its place. */
export type PartsFinder = (entities: Entities) => (kind: string, pk: string) => PartsOfRecord;

/** Set once an app has such parts, which `Scalar` makes. */
export const parts: { finder?: PartsFinder } = {};

/** All different lists and unions with a name that does not follow from their parts. */
export function looseNamed(name: string): readonly object[] {
  registerNewSchemas();
  return loose.named(name);
}

/** Inspects all new and lazy schemas; returns whether there were any. */
function lookFurther(): boolean {
  const hasPending = newSchemas.length > 0 || lazies.size > 0;
  registerNewSchemas();
  let remaining = MAX_LAZIES;
  // What is found there may contain others.
  for (const [lazy, madeIn] of lazies) {
    const resolved = tryResolve(lazy);
    if (resolved === NOT_THERE) continue;
    lazies.delete(lazy);
    resolvedLazies.add(lazy);
    registerSchemas(resolved, undefined, madeIn);
    if (--remaining === 0) break;
  }
  return hasPending;
}

function registerNewSchemas(): void {
  const pending = newSchemas;
  newSchemas = [];
  for (const [schema, madeIn] of pending) {
    try {
      registerSchemas(schema, undefined, madeIn);
      if (isSelfNamed(schema)) {
        noteTurn(schema, madeIn);
        loose.add(loggedName(schema), schema);
      }
    } catch {
      // One of its classes is not defined yet.
      if (newSchemas.length < MAX_MADE / 2) newSchemas.push([schema, madeIn]);
    }
  }
}
