import { KEYS, LOOK_UP } from '../denormalize/Memo';
import type { Stored } from '../normalize/writeResponse';
import { isObject } from '../plain/isObject';
import { getValue } from '../tables/getCell';
import { isSchemaObject } from '../types/isSchemaObject';
import type { QueryContext, Schema } from '../types/Schema';
import type { Entities } from '../types/State';

/** Called for everything that a search for data reads: the result depends on it. */
export interface LookUps {
  record(kind: string, pk: string): void;
  table(kind: string): void;
}

/** Notes a search among the dependencies of a memo. */
export function notedIn(dependencies: unknown[]): LookUps {
  return {
    record: (kind, pk) => dependencies.push(LOOK_UP, kind, pk),
    table: kind => dependencies.push(KEYS, kind, undefined),
  };
}

/**
 * The result under which a schema finds its data by arguments alone; `undefined`
 * where it cannot, or where there is nothing.
 */
export function queryKey(
  schema: Schema,
  args: readonly unknown[],
  { entities, indexes }: Stored,
  lookUps?: LookUps,
): unknown {
  const getRow = (kind: string, pk: string) => {
    lookUps?.record(kind, pk);
    return getValue(entities[kind], pk);
  };
  const findByIndex = (kind: string, field: string, value: string) => {
    lookUps?.table(kind);
    return getValue(indexes[kind]?.[field], value);
  };
  const seen = lookUps === undefined ? entities : watched(entities, lookUps);
  const context: QueryContext = { entities: seen, indexes, queryKey: keyFor, getRow, findByIndex };

  const visiting: object[] = [];

  function keyFor(under: Schema, by: readonly unknown[]): unknown {
    if (isSchemaObject(under)) return under.queryKey?.(by, context);
    if (!isObject(under) || Array.isArray(under)) return undefined;
    // A schema that holds itself has no end at which anything could be found.
    if (visiting.includes(under)) return undefined;
    visiting.push(under);
    const keys = keysFor(under as Readonly<Record<string, Schema>>, by);
    visiting.pop();
    return keys;
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

/** The same tables, telling which of them are looked at: a schema may do so as it likes. */
function watched(entities: Entities, { table }: LookUps): Entities {
  return new Proxy(entities, {
    get(tables, kind, receiver) {
      if (typeof kind === 'string') table(kind);
      return Reflect.get(tables, kind, receiver);
    },
    getOwnPropertyDescriptor(tables, kind) {
      if (typeof kind === 'string') table(kind);
      return Reflect.getOwnPropertyDescriptor(tables, kind);
    },
  });
}
