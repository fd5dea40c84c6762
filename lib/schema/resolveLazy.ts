import { isLazy } from '../definitions/walkSchema';
import type { Schema } from '../types/Schema';

/** The schema behind any number of `Lazy`s. */
export function resolveLazy(schema: unknown): Schema {
  return isLazy(schema) ? resolveLazy(schema.resolve()) : (schema as Schema);
}

/** The schema of what a server sends: looks through `Lazy`, `Object` and `Query`. */
export function withoutQueries(anySchema: unknown): unknown {
  const schema: unknown = resolveLazy(anySchema);
  const { isTransparent, schema: inner } = (schema ?? {}) as { isTransparent?: boolean; schema?: unknown };
  return isTransparent ? withoutQueries(inner) : schema;
}
