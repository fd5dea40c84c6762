import { type BroughtList, listKeeper } from '../definitions/listKeeper';
import { InvalidEntityError } from '../errors/InvalidEntityError';
import { MissingKeyError } from '../errors/MissingKeyError';
import { UnexpectedInputError } from '../errors/UnexpectedInputError';
import { toPlain } from '../plain/toPlain';
import { createOwner, type Owner } from '../tables/Owner';
import type { Freshness } from '../types/Freshness';
import { isSchemaObject } from '../types/isSchemaObject';
import type { Landing } from '../types/Landing';
import type { Fields, NormalizeContext, Schema, TableSchema } from '../types/Schema';
import { DEFAULT_SCHEMA_FAILURE_POLICY, type SchemaFailurePolicy } from '../types/SchemaFailurePolicy';
import type { EntityRow, Row, Tables } from '../types/State';
import type { OverlapWriter } from './OverlapWriter';
import { recordWriter } from './recordWriter';
import { withNested } from './withNested';

/** Tables with nothing in them. */
export const NO_TABLES: Tables = Object.freeze({ entities: {}, deleted: {}, indexes: {} });

/** Time stamps for data that has no time: never stale, and older than any response. */
const TIMELESS: Freshness = { fetchedAt: 0, date: 0, expiresAt: Number.MAX_SAFE_INTEGER };

/** Nested records deeper than this wait in a queue, so that no response can exhaust the stack. */
const MAX_RECURSION = 64;

/** Levels of arrays and objects with a schema: more are there only where one holds itself by `Lazy`, with no record between. */
const MAX_NESTING = 500;

const NO_EFFECTS: readonly never[] = Object.freeze([]);

/** What a response becomes. */
export interface Normalized extends Tables {
  /** The response with keys in place of records. */
  readonly result: unknown;
  /** Primary keys of the records that changed, by kind. */
  readonly changed: ReadonlyMap<string, ReadonlySet<string>>;
  /** Why records were dropped, or what is wrong with records that were kept. */
  readonly failures: readonly Error[];
  /** Whether lists with `belongs` were compared with the changes. */
  readonly reachesLists: boolean;
}

/** How {@link normalize} writes; all parts can be left out. */
export interface NormalizeOptions {
  /** Where the data came from, for error messages. */
  readonly origin?: string;
  /** The key of a record that has none, which is an error otherwise. Further ones are numbered. */
  readonly temporaryKey?: string | undefined;
  /** What happens to records that do not match their schema. @default 'reject' */
  readonly schemaFailurePolicy?: SchemaFailurePolicy | undefined;
  /** Whether the input has been found to be plain data, in which no object holds itself. @default false */
  readonly isPlain?: boolean;
  /** Lets several writes of one action share what they have copied. */
  readonly owner?: Owner;
  /** Decides between responses whose requests overlapped. */
  readonly overlap?: OverlapWriter | undefined;
}

/**
 * Splits nested data into a table per kind of entity and a result with keys in
 * their place.
 *
 * Pure: `state` is not changed, and rows that repeat what is stored are the same
 * objects as before. Knows nothing of Redux.
 *
 * @param args the arguments of the request, by which collections are found
 * @param meta when the data was requested and how long it is fresh
 * @throws {MissingKeyError} when a record's `pk()` finds no key
 * @throws {UnexpectedInputError} when a response has not the shape its schema says
 * @throws {InvalidEntityError} when an entity's `validate()` objects to a record
 * @example
 * ```ts
 * import { Entity, normalize } from 'rdc-toolkit';
 *
 * class User extends Entity {
 *   id = '';
 *   name = '';
 *   static key = 'User';
 * }
 *
 * const { result, entities } = normalize([User], [{ id: '5', name: 'Ada' }]);
 * // result is ['5']; entities.User holds the record
 * ```
 */
export function normalize(
  schema: Schema,
  input: unknown,
  args: readonly unknown[] = [],
  state: Tables = NO_TABLES,
  meta: Freshness | Landing = TIMELESS,
  options: NormalizeOptions = {},
): Normalized {
  const { origin = 'normalize()', owner = createOwner(), temporaryKey, overlap } = options;
  let { isPlain: isTree = false } = options;
  const { schemaFailurePolicy: policy = DEFAULT_SCHEMA_FAILURE_POLICY } = options;
  const writer = recordWriter(state, meta, owner, overlap);
  const queue: (() => void)[] = [];
  const walked = new Map<TableSchema, Set<object>>();
  const failures: Error[] = [];
  const brought: BroughtList[] = [];
  let depth = 0;
  let nesting = 0;
  let unnamed = 0;

  const context: NormalizeContext = {
    args,
    meta,
    origin,
    temporaryKey: nextTemporaryKey,
    refuse,
    visit,
    record,
    distrust() {
      isTree = false;
    },
    invalidate: writer.remove,
    getRow: writer.getRow,
    forEachRow: writer.forEachRow,
    effectsOn: kind => overlap?.effectsOn(kind) ?? NO_EFFECTS,
    noteEffect: effect => overlap?.noteEffect(effect),
    doubt: (kind, pk) => overlap?.doubt(kind, pk),
    brought: (list, pk, isWhole) => brought.push({ list, pk, isWhole }),
    get insideRecord() {
      return depth > 0;
    },
  };

  function nextTemporaryKey(): string | undefined {
    const number = unnamed++;
    return temporaryKey === undefined || number === 0 ? temporaryKey : `${temporaryKey}.${number}`;
  }

  function refuse(error: Error) {
    if (policy !== 'keep') throw error;
    failures.push(error);
  }

  // Closures are made in functions of their own: a function in which one may be made pays for it in each call.

  /** As `visit`; nothing where a record does not fit and such records are dropped. */
  function visitOrDrop(under: Schema, value: unknown, parent: unknown, key: string | undefined): unknown {
    return unlessDropped(() => visit(under, value, parent, key), undefined);
  }

  function keptItems(
    under: Schema,
    value: readonly unknown[],
    holder: unknown,
    key: string | undefined,
  ): readonly unknown[] {
    return value.flatMap(item => unlessDropped(() => [visit(under, item, holder, key)], []));
  }

  /** What `walk` returns; `otherwise` where a record does not fit and such records are dropped. */
  function unlessDropped<T>(walk: () => T, otherwise: T): T {
    try {
      return walk();
    } catch (error) {
      if (policy !== 'drop' || !isUnfit(error)) throw error;
      failures.push(error);
      return otherwise;
    }
  }

  function visit(under: Schema, value: unknown, parent: unknown, key: string | undefined): unknown {
    if (value === undefined || value === null) return value;
    if (isSchemaObject(under)) return under.normalize(value, parent, key, context);
    if (typeof under !== 'object' || under === null) return value;
    if (nesting === MAX_NESTING) throw tooDeep(value, key);
    nesting++;
    try {
      return Array.isArray(under)
        ? visitItems(under, value, parent, key)
        : visitFields(under as Fields, value, key);
    } finally {
      nesting--;
    }
  }

  function tooDeep(received: unknown, field: string | undefined): Error {
    const expected = `no more than ${MAX_NESTING} levels without a record`;
    return new UnexpectedInputError({ expected, received, field, origin });
  }

  function visitItems(
    schemas: readonly Schema[],
    value: unknown,
    parent: unknown,
    key: string | undefined,
  ): unknown {
    if (schemas.length === 0) return value;
    if (!Array.isArray(value))
      throw new UnexpectedInputError({ expected: 'an array', received: value, field: key, origin });
    const [under] = schemas;
    // The parent of an element is what holds the array; at the top of a response there is nothing else.
    const holder = depth === 0 && parent === undefined ? value : parent;
    if (policy === 'drop') return keptItems(under, value, holder, key);
    const results: unknown[] = value.slice();
    for (let i = 0; i < results.length; i++) results[i] = visit(under, value[i], holder, key);
    return results;
  }

  function visitFields(fields: Fields, value: unknown, key: string | undefined): unknown {
    if (typeof value !== 'object' || Array.isArray(value)) {
      const expected = `an object with the fields ${Object.keys(fields).join(', ')}`;
      throw new UnexpectedInputError({ expected, received: value, field: key, origin });
    }
    return withNested(value as EntityRow, nest(value as EntityRow, fields));
  }

  /** What stands for the nested values of an object, by field; `undefined` for those that are left out. */
  function nest(row: EntityRow, fields: Fields): EntityRow {
    const results: Record<string, unknown> = {};
    for (const name in fields) {
      if (!Object.hasOwn(row, name)) continue;
      const result = nested(fields[name] as Schema, row, name);
      if (name === '__proto__') Object.defineProperty(results, name, { value: result, enumerable: true });
      else results[name] = result;
    }
    return results;
  }

  function nested(under: Schema, row: EntityRow, name: string): unknown {
    // A response without one of its own fields would be another response; a record is still a record.
    if (depth === 0 || policy !== 'drop') return visit(under, row[name], row, name);
    return visitOrDrop(under, row[name], row, name);
  }

  function record(under: TableSchema, pk: string, row: Row, fields?: Fields, source?: object) {
    if (fields === undefined) return writer.put(under, pk, row, depth === 0);
    if (source !== undefined && isWalked(under, source)) return;
    if (depth < MAX_RECURSION) finish(under, pk, row, fields);
    else putOff(under, pk, row, fields);
  }

  function putOff(under: TableSchema, pk: string, row: Row, fields: Fields) {
    queue.push(() => finish(under, pk, row, fields));
  }

  function finish(under: TableSchema, pk: string, row: Row, fields: Fields) {
    depth++;
    const results = nest(row as EntityRow, fields);
    depth--;
    writer.put(under, pk, row, depth === 0, results);
  }

  /** Objects that hold each other are walked once. */
  function isWalked(under: TableSchema, source: object): boolean {
    if (isTree) return false;
    const sources = walked.get(under) ?? new Set<object>();
    walked.set(under, sources);
    if (sources.has(source)) return true;
    sources.add(source);
    return false;
  }

  const result = visit(schema, input, input, undefined);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    depth = 0;
    next();
  }
  const { changed } = writer;
  const { noteEffect } = context;
  const reachesLists = listKeeper.keep?.({ ...writer, brought, noteEffect }) ?? false;
  return { result: toPlain(result), ...writer.tables(), changed, failures, reachesLists };
}

/** True for errors that are about one record, and leave the rest of a response as good as it was. */
function isUnfit(error: unknown): error is Error {
  return (
    error instanceof InvalidEntityError ||
    error instanceof MissingKeyError ||
    error instanceof UnexpectedInputError
  );
}
