import { KEYS, LOOK_UP } from '../denormalize/Memo';
import type { Stored } from '../normalize/writeResponse';
import { isObject } from '../plain/isObject';
import { isKeyOfParent } from '../schema/addressedRecord';
import { getValue } from '../tables/getCell';
import { type EndpointInterface, schemaOf } from '../types/EndpointInterface';
import { isSchemaObject } from '../types/isSchemaObject';
import type { QueryContext, Schema } from '../types/Schema';

/** Called for everything that a search for data reads, since the result depends on it. */
export interface LookUps {
  record(kind: string, pk: string): void;
  table(kind: string): void;
}

/** Adds what a search reads to the dependencies of a memo. */
export function notingLookUps(dependencies: unknown[]): LookUps {
  return {
    record: (kind, pk) => dependencies.push(LOOK_UP, kind, pk),
    table: kind => dependencies.push(KEYS, kind, undefined),
  };
}

/**
 * The result under which a schema finds its data by arguments alone; `undefined` if it cannot, or if there is no
 * data.
 */
export function queryKey(
  schema: Schema,
  args: readonly unknown[],
  stored: Stored,
  lookUps?: LookUps,
): unknown {
  return new Search(stored, lookUps, false).queryKey(schema, args);
}

/**
 * The result that stands for the response to a request that was not sent. Of an object with several fields there is
 * none: the arguments may mean any of them, and only the server knows the rest.
 */
export function keyOfResponse(
  endpoint: EndpointInterface,
  args: readonly unknown[],
  stored: Stored,
  lookUps?: LookUps,
): unknown {
  const result = new Search(stored, lookUps, true).queryKey(schemaOf(endpoint), args);
  return isKeyOfParent(endpoint, args, result, stored.entities) ? undefined : result;
}

/** A class, because every row that reads a record by its arguments makes one: closures would be five objects. */
class Search implements QueryContext {
  readonly #stored: Stored;
  readonly #lookUps: LookUps | undefined;
  readonly #isOfRequest: boolean;
  /** The objects around the current schema. */
  readonly #enclosing: object[] = [];

  constructor(stored: Stored, lookUps: LookUps | undefined, isOfRequest: boolean) {
    this.#stored = stored;
    this.#lookUps = lookUps;
    this.#isOfRequest = isOfRequest;
  }

  hasKind(kind: string) {
    this.#lookUps?.table(kind);
    return Object.hasOwn(this.#stored.entities, kind);
  }

  getRow(kind: string, pk: string) {
    this.#lookUps?.record(kind, pk);
    return getValue(this.#stored.entities[kind], pk);
  }

  findByIndex(kind: string, field: string, value: string) {
    this.#lookUps?.table(kind);
    return getValue(this.#stored.indexes[kind]?.[field], value);
  }

  queryKey(schema: Schema, args: readonly unknown[]): unknown {
    if (isSchemaObject(schema)) return schema.queryKey?.(args, this);
    if (!isObject(schema) || Array.isArray(schema)) return undefined;
    // A schema that contains itself never ends, so nothing can be found in it.
    if (this.#enclosing.includes(schema)) return undefined;
    this.#enclosing.push(schema);
    const keys = this.#keysFor(schema as Readonly<Record<string, Schema>>, args);
    this.#enclosing.pop();
    return keys;
  }

  #keysFor(fields: Readonly<Record<string, Schema>>, args: readonly unknown[]): unknown {
    const keys: Record<string, unknown> = {};
    const all = Object.entries(fields);
    if (all.length === 0 || (this.#isOfRequest && all.length > 1)) return undefined;
    for (const [name, field] of all) {
      const isSchema = isSchemaObject(field) || typeof field === 'object';
      // In a query for several things, a sample stands in for what only the server knows.
      const sample = this.#isOfRequest || typeof field === 'function' ? undefined : field;
      const key = isSchema ? this.queryKey(field, args) : sample;
      if (key === undefined) return undefined;
      keys[name] = key;
    }
    return keys;
  }
}
