import { isObject } from '../plain/isObject';
import { isSchemaObject } from '../types/isSchemaObject';
import type { Schema } from '../types/Schema';

/** Members under which schemas hold other ones: of entities, of lists, of deletions, of what writes to lists. */
const MEMBERS = ['schema', 'element', 'entity', 'lists'];

/** Goes on with another part besides. */
type GoOn = (part: unknown, path: readonly string[]) => void;

/** Visits a part of a schema, to which some members lead; returns whether to go on below it. */
type Visit = (part: unknown, path: readonly string[], goOn: GoOn) => boolean;

/** Visits a schema and all that it is made of, each part once; what is looked up later by {@link walkThroughLazies} alone. */
export function walkSchema(schema: unknown, visit: Visit, start: readonly string[] = []): void {
  const seen = new Set<unknown>();
  const pending: (readonly [part: unknown, path: readonly string[]])[] = [[schema, start]];
  const goOn: GoOn = (part, path) => pending.push([part, path]);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [part, path] = next;
    if (seen.has(part)) continue;
    seen.add(part);
    if (!visit(part, path, goOn)) continue;
    for (const [member, nested] of partsOf(part)) goOn(nested, [...path, member]);
  }
}

/** More parts are not looked at: what is looked up later may be another one each time, without end. */
const MAX_PARTS = 10_000;

/** What stands behind a `Lazy` whose class is not there yet, or comes when there are too many parts. */
export const NOT_THERE: unique symbol = /* @__PURE__ */ Symbol('not there');

/** Visits all that a schema is made of, behind what is looked up later, too. */
export function walkThroughLazies(schema: unknown, visit: (part: unknown) => boolean): void {
  let left = MAX_PARTS;
  walkSchema(schema, (part, path, goOn) => {
    if (left-- === 0) visit(NOT_THERE);
    if (left < 0 || !visit(part)) return false;
    const isLater = isLazy(part);
    if (isLater) goOn(behind(part), path);
    return !isLater;
  });
}

/** What a schema is directly made of, by member. */
function partsOf(schema: unknown): readonly (readonly [member: string, part: unknown])[] {
  if (!isSchemaObject(schema as Schema)) {
    return isObject(schema) ? Object.entries(schema) : [];
  }
  return MEMBERS.flatMap(member => {
    const part: unknown = Reflect.get(schema as object, member);
    return part === undefined ? [] : [[member, part] as const];
  });
}

/** Whether a schema is one that is looked up later. */
export function isLazy(schema: unknown): schema is { resolve(): unknown } {
  if (!isObject(schema) || !isSchemaObject(schema as Schema)) return false;
  return typeof (schema as { readonly resolve?: unknown }).resolve === 'function';
}

/** What a `Lazy` stands for; `NOT_THERE` before its class is. */
export function behind(lazy: { resolve(): unknown }): unknown {
  try {
    return lazy.resolve();
  } catch {
    return NOT_THERE;
  }
}
