import { isSchemaObject } from '../types/isSchemaObject';
import type { Schema } from '../types/Schema';
import { register } from './registry';

/** Makes the entities and collections below a schema known by their names. */
export function registerSchemas(schema: unknown): void {
  const seen = new Set<unknown>();
  const pending: unknown[] = [schema];
  for (let next = pending.pop(); pending.length > 0 || next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' && typeof next !== 'function') continue;
    if (next === null || seen.has(next)) continue;
    seen.add(next);
    if (isSchemaObject(next as Schema)) {
      const { schema: nested } = next as { readonly schema?: unknown };
      const key = keyOf(next);
      if (typeof key === 'string') register('schema', key, next);
      pending.push(nested);
    } else pending.push(...Object.values(next));
  }
}

/** The name of a schema; `undefined` while a class that it looks up later is not there yet. */
function keyOf(schema: object): unknown {
  try {
    return (schema as { readonly key?: unknown }).key;
  } catch {
    return undefined;
  }
}
