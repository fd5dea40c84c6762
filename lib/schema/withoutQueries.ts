import { resolveLazy } from './resolveLazy';

/** The schema of what a server sends: looks through `Lazy`, `Object` and `Query`. */
export function withoutQueries(anySchema: unknown): unknown {
  const schema: unknown = resolveLazy(anySchema);
  const { isTransparent, schema: inner } = (schema ?? {}) as { isTransparent?: boolean; schema?: unknown };
  return isTransparent ? withoutQueries(inner) : schema;
}
