import { resolved } from './resolved';

/** The schema of what a server sends: looks through `Lazy`, `Object` and `Query`. */
export function underQueries(given: unknown): unknown {
  const schema: unknown = resolved(given);
  const { isTransparent, schema: inner } = (schema ?? {}) as { isTransparent?: boolean; schema?: unknown };
  return isTransparent ? underQueries(inner) : schema;
}
