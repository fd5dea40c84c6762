import type { EndpointInterface } from '../types/EndpointInterface';
import { isSchemaObject } from '../types/isSchemaObject';
import type { Schema } from '../types/Schema';
import { candidates, currentTurn, noteTurn, turnOf } from './candidates';
import { entities } from './entities';
import { isLazy, lazily, partsOf } from './partsOf';
import { notePlace } from './places';
import { isSelfNamed, loggedName } from './schemaName';

/** Lists and unions that hang on no endpoint, by name. */
const loose = candidates();

/** Schemas that were made and not looked at yet: the classes they are made of may not be there. */
let made: (readonly [schema: object, madeIn: number])[] = [];

/** More are looked at without delay: an app may make some with every render. */
const MAX_MADE = 200;

/** What is looked up later, and has not been looked at yet. */
const lazies = new Map<object, number>();

/** What was looked up. */
const looked = new WeakSet<object>();

/** More are not kept. */
const MAX_LAZIES = 1_000;

const noted = new WeakSet<object>();

/** Notes that a schema was made or used, so that a log finds it, and what it is made of. */
export function noteMade(schema: unknown): void {
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
  madeIn: number = currentTurn(),
): void {
  const seen = new Set<unknown>();
  const pending: (readonly [schema: unknown, path: readonly string[]])[] = [[schema, ['schema']]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [part, path] = next;
    if (seen.has(part)) continue;
    seen.add(part);
    if (isNamable(part)) {
      if (endpoint !== undefined) notePlace(part, endpoint, path);
      const name = nameOfOwn(part);
      if (name !== undefined) {
        if (turnOf(part) === 0) noteTurn(part, madeIn);
        entities.add(name, part);
      }
    }
    if (isLazy(part)) {
      if (!looked.has(part) && lazies.size < MAX_LAZIES) lazies.set(part, madeIn);
    } else for (const [member, nested] of partsOf(part)) pending.push([nested, [...path, member]]);
  }
}

/** The name that an entity, or a schema of the app's own, was given; `undefined` while its class is not there yet. */
function nameOfOwn(schema: object): string | undefined {
  if (isSelfNamed(schema)) return undefined;
  const { key, name } = schema as { readonly key?: unknown; readonly name?: unknown };
  const own = typeof schema === 'function' ? key : (key ?? name);
  return typeof own === 'string' ? own : undefined;
}

function isNamable(schema: unknown): schema is object {
  return isSchemaObject(schema as Schema);
}

/** All different entities with a key. */
export function entitiesNamed(key: string): readonly object[] {
  const known = entities.named(key);
  return known.length > 0 || !lookFurther() ? known : entities.named(key);
}

/** All different lists and unions with a name that no parts of it could tell. */
export function looseNamed(name: string): readonly object[] {
  lookAtMade();
  return loose.named(name);
}

/** Looks at all that has been made and put off; tells whether there was anything. */
function lookFurther(): boolean {
  const isAnything = made.length > 0 || lazies.size > 0;
  lookAtMade();
  // What is found there may hold others.
  for (const [lazy, madeIn] of lazies) {
    const found = lazily(lazy);
    if (found === undefined) continue;
    lazies.delete(lazy);
    looked.add(lazy);
    registerSchemas(found, undefined, madeIn);
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
