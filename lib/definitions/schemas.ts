import type { EndpointInterface } from '../types/EndpointInterface';
import { isSchemaObject } from '../types/isSchemaObject';
import type { Schema } from '../types/Schema';
import type { Entities } from '../types/State';
import { candidates, currentTurn, noteFirstTurn, noteTurn } from './candidates';
import { entities } from './entities';
import { notePlace } from './places';
import { isSelfNamed, loggedName } from './schemaName';
import { behind, isLazy, NOT_THERE, walkSchema } from './walkSchema';

/** Lists and unions that hang on no endpoint, by name. */
const loose = /* @__PURE__ */ candidates();

/** Schemas that were made and not looked at yet: the classes they are made of may not be there. */
let made: (readonly [schema: object, madeIn: number])[] = [];

/** More are looked at without delay: an app may make some with every render. */
const MAX_MADE = 200;

/** What is looked up later, and has not been looked at yet. */
const lazies = new Map<{ resolve(): unknown }, number>();

/** What was looked up. */
const looked = new WeakSet<object>();

/** More are not kept. */
const MAX_LAZIES = 1_000;

const noted = new WeakSet<object>();

/** Notes that a schema was made or used, so that a log finds it, and what it is made of. In development only. */
export function noteMade(schema: unknown): void {
  if (process.env.NODE_ENV === 'production') return;
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return;
  if (noted.has(schema)) return;
  noted.add(schema);
  made.push([schema, currentTurn()]);
  if (made.length > MAX_MADE) lookAtMade();
}

/** Makes the entities below a schema known, and where on an endpoint each part of it hangs. */
export function registerSchemas(
  schema: unknown,
  endpoint?: EndpointInterface,
  madeIn: number = process.env.NODE_ENV === 'production' ? 0 : currentTurn(),
): void {
  const look = (part: unknown, path: readonly string[]) => {
    if (isLazy(part)) {
      if (process.env.NODE_ENV !== 'production' && !looked.has(part) && lazies.size < MAX_LAZIES)
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
  walkSchema(schema, look, ['schema']);
}

/** The name that an entity, or a schema of the app's own, was given; `undefined` while its class is not there yet. */
function nameOfOwn(schema: object): string | undefined {
  if (isSelfNamed(schema)) return undefined;
  const { key, name } = schema as { readonly key?: unknown; readonly name?: unknown };
  const own = typeof schema === 'function' ? key : (key ?? name);
  return typeof own === 'string' ? own : undefined;
}

/** All different entities with a key. */
export function entitiesNamed(key: string): readonly object[] {
  const known = entities.named(key);
  return known.length > 0 || !lookFurther() ? known : entities.named(key);
}

/** The field of a part of a record, as `Scalar` makes it, that holds the key of that. */
export const WHOLE = '$record';

/** The kinds of such parts of which any are stored, each with the keys of the parts of one record. */
export type PartsOfRecord = readonly (readonly [kind: string, pks: readonly string[]])[];

/** Finds the stored parts of a record that stand in lists in its place. */
export type PartsFinder = (entities: Entities) => (kind: string, pk: string) => PartsOfRecord;

/** Set once an app has such parts, which `Scalar` makes. */
export const parts: { finder?: PartsFinder } = {};

/** All different lists and unions with a name that no parts of it could tell. */
export function looseNamed(name: string): readonly object[] {
  lookAtMade();
  return loose.named(name);
}

/** Looks at all that has been made and put off; tells whether there was anything. */
function lookFurther(): boolean {
  const isAnything = made.length > 0 || lazies.size > 0;
  lookAtMade();
  let left = MAX_LAZIES;
  // What is found there may hold others.
  for (const [lazy, madeIn] of lazies) {
    const found = behind(lazy);
    if (found === NOT_THERE) continue;
    lazies.delete(lazy);
    looked.add(lazy);
    registerSchemas(found, undefined, madeIn);
    if (--left === 0) break;
  }
  return isAnything;
}

function lookAtMade(): void {
  const unread = made;
  made = [];
  for (const [schema, madeIn] of unread) {
    try {
      registerSchemas(schema, undefined, madeIn);
      if (isSelfNamed(schema)) {
        noteTurn(schema, madeIn);
        loose.add(loggedName(schema), schema);
      }
    } catch {
      // A class that it is made of is not there yet.
      if (made.length < MAX_MADE / 2) made.push([schema, madeIn]);
    }
  }
}
