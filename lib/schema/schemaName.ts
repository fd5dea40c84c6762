import { resolved } from './resolved';

/** Deepest nesting of a schema that its name spells out. */
const MAX_NAME_DEPTH = 4;

/**
 * A name for what a schema describes, the same for schemas that describe the same.
 *
 * | schema | name |
 * |---|---|
 * | an entity | its `key` |
 * | a union | each kind and the name of its schema, with `|` between them |
 * | `[X]`, `{ field: X }` | `[X]`, `{field:X}` |
 * | a function, a sample value | the function's name, the value's type |
 */
export function schemaName(schema: unknown, depth = 0): string {
  const described = resolved(schema) as unknown;
  if (described === null || (typeof described !== 'object' && typeof described !== 'function')) {
    return typeof described;
  }
  const { key, name } = described as { readonly key?: unknown; readonly name?: unknown };
  if ('discriminator' in described && 'schema' in described) {
    return fieldNames(described.schema as object, depth).join('|');
  }
  if (typeof key === 'string') return key;
  if (typeof described === 'function') return typeof name === 'string' && name !== '' ? name : 'function';
  if (depth === MAX_NAME_DEPTH) return '…';
  if (Array.isArray(described)) return `[${schemaName(described[0], depth + 1)}]`;
  if ('schema' in described) return schemaName(described.schema, depth + 1);
  return `{${fieldNames(described, depth).join()}}`;
}

function fieldNames(fields: object, depth: number): readonly string[] {
  return Object.entries(fields).map(([field, nested]) => `${field}:${schemaName(nested, depth + 1)}`);
}
