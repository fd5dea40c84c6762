import { KEYS, LOOK_UP } from '../denormalize/Memo';
import type { Stored } from '../normalize/writeResponse';
import { isObject } from '../plain/isObject';
import { isKeyOfParent } from '../schema/addressedRecord';
import { getValue } from '../tables/getCell';
import { type EndpointInterface, schemaOf } from '../types/EndpointInterface';
import { isSchemaObject } from '../types/isSchemaObject';
import type { QueryContext, Schema } from '../types/Schema';

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
  stored: Stored,
  lookUps?: LookUps,
): unknown {
  return new Search(stored, lookUps, false).queryKey(schema, args);
}

/**
 * The result under which the response to a request is found that was not sent: of several things in an object its
 * arguments may mean any, and what else stands there only the server knows.
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

/** A class, since every row that reads a record by its arguments makes one: as closures they would be five objects. */
class Search implements QueryContext {
  readonly #stored: Stored;
  readonly #lookUps: LookUps | undefined;
  readonly #isOfRequest: boolean;
  /** The objects around the schema that is looked at. */
  readonly #around: object[] = [];

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

  queryKey(under: Schema, by: readonly unknown[]): unknown {
    if (isSchemaObject(under)) return under.queryKey?.(by, this);
    if (!isObject(under) || Array.isArray(under)) return undefined;
    // A schema that holds itself has no end at which anything could be found.
    if (this.#around.includes(under)) return undefined;
    this.#around.push(under);
    const keys = this.#keysFor(under as Readonly<Record<string, Schema>>, by);
    this.#around.pop();
    return keys;
  }

  #keysFor(fields: Readonly<Record<string, Schema>>, by: readonly unknown[]): unknown {
    const keys: Record<string, unknown> = {};
    const all = Object.entries(fields);
    if (all.length === 0 || (this.#isOfRequest && all.length > 1)) return undefined;
    for (const [name, field] of all) {
      const isSchema = isSchemaObject(field) || typeof field === 'object';
      // Of what only the server knows a sample stands in where a query is made of several things.
      const sample = this.#isOfRequest || typeof field === 'function' ? undefined : field;
      const key = isSchema ? this.queryKey(field, by) : sample;
      if (key === undefined) return undefined;
      keys[name] = key;
    }
    return keys;
  }
}
