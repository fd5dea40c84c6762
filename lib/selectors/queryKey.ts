import type { Stored } from '../normalize/writeResponse';
import { getCell } from '../tables/getCell';
import { isSchemaObject } from '../types/isSchemaObject';
import type { QueryContext, Schema } from '../types/Schema';

/**
 * The result under which a schema finds its data by arguments alone; `undefined`
 * where it cannot, or where there is nothing.
 */
export function queryKey(schema: Schema, args: readonly unknown[], { entities, indexes }: Stored): unknown {
  const getRow = (kind: string, pk: string) => getCell(entities[kind], pk)?.value;
  const findByIndex = (kind: string, field: string, value: string) =>
    getCell(indexes[kind]?.[field], value)?.value;
  const context: QueryContext = { entities, indexes, queryKey: keyFor, getRow, findByIndex };

  function keyFor(under: Schema, by: readonly unknown[]): unknown {
    if (isSchemaObject(under)) return under.queryKey?.(by, context);
    if (typeof under !== 'object' || under === null || Array.isArray(under)) return undefined;
    return keysFor(under as Readonly<Record<string, Schema>>, by);
  }

  function keysFor(fields: Readonly<Record<string, Schema>>, by: readonly unknown[]): unknown {
    const keys: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(fields)) {
      const key = isSchemaObject(field) || typeof field === 'object' ? keyFor(field, by) : field;
      if (key === undefined) return undefined;
      keys[name] = key;
    }
    return keys;
  }

  return keyFor(schema, args);
}
