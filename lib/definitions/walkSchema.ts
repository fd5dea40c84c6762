import { isObject } from '../plain/isObject';
import { isSchemaObject } from '../types/isSchemaObject';
import type { Schema } from '../types/Schema';

/** Members in which schemas hold others: those of entities, lists, deletions and list writers. */
const MEMBERS = ['schema', 'element', 'entity', 'lists'];

/** Continues with another part. */
type GoOn = (part: unknown, path: readonly string[]) => void;

/** Visits a part of a schema, given the members that lead to it; returns whether to continue below. */
type Visit = (part: unknown, path: readonly string[], goOn: GoOn) => boolean;

/** Visits a schema and all its parts, each once; only {@link walkThroughLazies} resolves lazy parts. */
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

/** The most parts to visit: a lazy schema may resolve to another one each time, without end. */
const MAX_PARTS = 10_000;

/** Stands for a `Lazy` whose class is not defined yet, or for too many parts. */
export const NOT_THERE: unique symbol = /* @__PURE__ */ Symbol('not there');

/** Visits all parts of a schema, including those behind lazy ones. */
export function walkThroughLazies(schema: unknown, visit: (part: unknown) => boolean): void {
  let remaining = MAX_PARTS;
  walkSchema(schema, (part, path, goOn) => {
    if (remaining-- === 0) visit(NOT_THERE);
    if (remaining < 0 || !visit(part)) return false;
    const isLater = isLazy(part);
    if (isLater) goOn(tryResolve(part), path);
    return !isLater;
  });
}

/** The direct parts of a schema, by member. */
function partsOf(schema: unknown): readonly (readonly [member: string, part: unknown])[] {
  if (!isSchemaObject(schema as Schema)) {
    return isObject(schema) ? Object.entries(schema) : [];
  }
  return MEMBERS.flatMap(member => {
    const part: unknown = Reflect.get(schema as object, member);
    return part === undefined ? [] : [[member, part] as const];
  });
}

/** Whether a schema is lazy. */
export function isLazy(schema: unknown): schema is { resolve(): unknown } {
  if (!isObject(schema) || !isSchemaObject(schema as Schema)) return false;
  return typeof (schema as { readonly resolve?: unknown }).resolve === 'function';
}

/** The schema behind a `Lazy`; `NOT_THERE` while its class is not defined. */
export function tryResolve(lazy: { resolve(): unknown }): unknown {
  try {
    return lazy.resolve();
  } catch {
    return NOT_THERE;
  }
}
