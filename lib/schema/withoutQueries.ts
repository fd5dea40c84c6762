import { resolveLazy } from './resolveLazy';

/** The schema of what a server sends: looks through `Lazy`, `Object` and `Query`. */
export function withoutQueries(given: unknown): unknown {
  const schema: unknown = resolveLazy(given);
  const { isTransparent, schema: inner } = (schema ?? {}) as { isTransparent?: boolean; schema?: unknown };
  return isTransparent ? withoutQueries(inner) : schema;
}
