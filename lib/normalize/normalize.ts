import { describeSchema } from '../definitions/describeSchema';
import { type BroughtList, listKeeper } from '../definitions/listKeeper';
import { checkWalk } from '../errors/checkValues';
import { InvalidEntityError } from '../errors/InvalidEntityError';
import { MissingKeyError } from '../errors/MissingKeyError';
import { UnexpectedInputError } from '../errors/UnexpectedInputError';
import { getOrCreate, newSet } from '../plain/getOrCreate';
import { setOwn } from '../plain/own';
import { toPlain } from '../plain/toPlain';
import { createOwner, type Owner } from '../tables/Owner';
import type { Freshness } from '../types/Freshness';
import { isSchemaObject } from '../types/isSchemaObject';
import type { Landing, Mutation } from '../types/Landing';
import type { OverlapWriter } from '../types/OverlapWriter';
import type { Fields, NormalizeContext, ReceivedList, RowSchema, Schema, TableSchema } from '../types/Schema';
import { DEFAULT_SCHEMA_FAILURE_POLICY, type SchemaFailurePolicy } from '../types/SchemaFailurePolicy';
import type { Entities, EntityRow, RecordRef, Row, Tables } from '../types/State';
import { noOverlap } from './noOverlap';
import { type NoteRead, RecordWriter } from './RecordWriter';
import { withNested } from './withNested';

/** Empty tables. */
export const NO_TABLES: Tables = Object.freeze({ entities: {}, deleted: {}, indexes: {} });

/** Time stamps for data without a time: never stale, and older than any response. */
const TIMELESS: Freshness = { fetchedAt: 0, date: 0, expiresAt: Number.MAX_SAFE_INTEGER };

/** Nested records deeper than this wait in a queue, so that no response can exhaust the stack. */
const MAX_RECURSION = 64;

/** Levels of arrays and objects without a record: only a schema that holds itself through `Lazy` has more. */
const MAX_NESTING = 500;

/** A normalized response. */
export interface Normalized extends Tables {
  /** The response with keys in place of records. */
  readonly result: unknown;
  /** Primary keys of the records that changed, by kind. */
  readonly changed: ReadonlyMap<string, ReadonlySet<string>>;
  /** Why records were dropped, or what is wrong with records that were kept. */
  readonly failures: readonly Error[];
}

/** How {@link normalize} writes; all parts can be left out. */
export interface NormalizeOptions {
  /** Where the data came from, for error messages. @default 'normalize()' */
  readonly origin?: string;
  /** What happens to records that do not match their schema. @default 'reject' */
  readonly schemaFailurePolicy?: SchemaFailurePolicy | undefined;
}

/** How {@link normalizeInto} writes; all parts can be left out. */
interface WriteOptions extends NormalizeOptions {
  /** Makes the key of a record without one, from its position among those; otherwise an error. */
  readonly temporaryKey?: ((place: number) => string) | undefined;
  /** Whether the input is known to be plain data without cycles. @default false */
  readonly isPlain?: boolean;
  /** Lets the writes of one action share what they have copied. */
  readonly owner?: Owner;
  /** Decides between responses whose requests overlapped. */
  readonly overlap?: OverlapWriter | undefined;
  /** The records that the arguments of the request name. */
  readonly addressed?: (() => readonly RecordRef[]) | undefined;
  /** Whether the request creates a record. */
  readonly creates?: ((kind: string, pk: string) => boolean) | undefined;
  /** The records that readers saw last. */
  readonly shown?: Entities | undefined;
  readonly noteRead?: NoteRead | undefined;
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
 * @throws {UnexpectedInputError} when a response does not have the shape of its schema
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
  meta?: Freshness,
  options?: NormalizeOptions,
): Normalized {
  if (process.env.NODE_ENV !== 'production') checkWalk('normalize()', schema, state.entities);
  return normalizeInto(schema, input, args, state, meta, options);
}

/** {@link normalize} as a store calls it: next to other requests, and perhaps without a schema. */
export function normalizeInto(
  schema: Schema,
  input: unknown,
  args: readonly unknown[],
  state: Tables = NO_TABLES,
  meta: Freshness | Landing = TIMELESS,
  options: WriteOptions = {},
): Normalized {
  return new Normalization(args, state, meta, options).result(schema, input);
}

/** A value that does not fit. */
const DROPPED = Symbol('dropped');

/** A deeply nested record, to be walked later. */
interface QueuedRecord {
  readonly schema: RowSchema;
  readonly pk: string;
  readonly row: Row;
  readonly fields: Fields;
}

/** One walk down a response. A class, for the reason given at `TableWriter`. */
class Normalization extends RecordWriter implements NormalizeContext {
  static readonly kept: Normalization = new Normalization([], NO_TABLES, TIMELESS, {});

  readonly origin: string;
  readonly #policy: SchemaFailurePolicy;
  #isTree: boolean;
  readonly #queue: QueuedRecord[] = [];
  readonly #visited = new Map<RowSchema, Set<object>>();
  readonly #failures: Error[] = [];
  readonly #lists: BroughtList[] = [];
  #depth = 0;
  /** The schema that the current record is a part of, which the request is about, too. */
  #partOf: RowSchema | undefined;
  /** The current record that is nested in no other. */
  #top: readonly [schema: RowSchema, pk: string] | undefined;
  #nesting = 0;
  #unnamedCount = 0;

  readonly #options: WriteOptions;

  constructor(
    readonly args: readonly unknown[],
    state: Tables,
    meta: Freshness | Landing,
    options: WriteOptions,
  ) {
    const { owner = createOwner(), overlap = noOverlap(meta), shown, noteRead } = options;
    super(state, meta, owner, overlap, shown, noteRead);
    this.#options = options;
    this.origin = options.origin ?? 'normalize()';
    this.#policy = options.schemaFailurePolicy ?? DEFAULT_SCHEMA_FAILURE_POLICY;
    this.#isTree = options.isPlain === true;
  }

  result(schema: Schema, input: unknown): Normalized {
    const queue = this.#queue;
    const result = this.visit(schema, input, input, undefined);
    // Queued records are all nested.
    this.#depth = 1;
    this.#partOf = undefined;
    for (let next = queue.pop(); next !== undefined; next = queue.pop())
      this.#finish(next.schema, next.pk, next.row, next.fields);
    const { changed } = this;
    listKeeper.keep?.(this, this.#lists, schema, result, input);
    return { result: toPlain(result), ...this.tables(), changed, failures: this.#failures };
  }

  get insideRecord(): boolean {
    return this.#depth > 0;
  }

  mayWrite(field = ''): boolean {
    if (this.#depth !== 1) return this.#depth === 0;
    const mutation = (this.meta as Landing).mutation as Mutation;
    const [schema, pk] = this.#top as readonly [RowSchema, string];
    const { key } = schema;
    const declares = (name: string) => schema.declares?.(name) ?? true;
    const written = mutation.writes(key, pk, true, declares);
    if (written?.length) return [...written, ...mutation.sent(key, pk, true, declares)].includes(field);
    return (mutation.isTarget(key, pk, true) || mutation.mayChangeOthers()) && !mutation.isOfFile;
  }

  addressed(kind: string): string | undefined {
    return this.#options.addressed?.().find(record => record.kind === kind)?.pk;
  }

  creates(kind: string, pk: string): boolean {
    return this.#options.creates?.(kind, pk) ?? false;
  }

  temporaryKey(): string | undefined {
    return this.#options.temporaryKey?.(this.#unnamedCount++);
  }

  refuse(error: Error): void {
    if (this.#policy !== 'keep') throw error;
    this.#failures.push(error);
  }

  unexpected(schema: unknown, received: unknown, field: string | undefined): UnexpectedInputError {
    const { origin } = this;
    const isOptimistic = this.#options.temporaryKey !== undefined;
    return new UnexpectedInputError({
      expected: describeSchema(schema),
      received,
      field,
      origin,
      isOptimistic,
    });
  }

  distrust(): void {
    this.#isTree = false;
  }

  brought(list: TableSchema, pk: string, contents: ReceivedList): void {
    this.#lists.push({ list, pk, contents });
  }

  visit(schema: Schema, value: unknown, parent: unknown, key: string | undefined): unknown {
    if (value === undefined || value === null) return value;
    if (isSchemaObject(schema)) return schema.normalize(value, parent, key, this);
    if (typeof schema !== 'object' || schema === null) return value;
    if (this.#nesting === MAX_NESTING)
      throw this.unexpected(
        process.env.NODE_ENV === 'production'
          ? schema
          : `no more than ${MAX_NESTING} levels without a record`,
        value,
        key,
      );
    this.#nesting++;
    const result = Array.isArray(schema)
      ? this.#visitItems(schema, value, parent, key)
      : this.#visitFields(schema as Fields, value, parent, key);
    this.#nesting--;
    return result;
  }

  record(schema: RowSchema, pk: string, row: Row, fields?: Fields, source?: object): void {
    if (fields === undefined) this.put(schema, pk, row, this.#isTop(schema), this.#isTree);
    else if (source !== undefined && this.#wasVisited(schema, source)) return;
    else if (this.#depth < MAX_RECURSION) this.#finish(schema, pk, row, fields);
    else this.#queue.push({ schema, pk, row, fields });
  }

  visitItem(schema: Schema, value: unknown, parent: unknown, key: string | undefined): unknown {
    const result = this.#visitUnlessDropped(schema, value, parent, key);
    return result === DROPPED ? undefined : result;
  }

  /** Like `visit`; {@link DROPPED} for a record that does not fit, if such records are dropped. */
  #visitUnlessDropped(schema: Schema, value: unknown, parent: unknown, key: string | undefined): unknown {
    if (this.#policy !== 'drop') return this.visit(schema, value, parent, key);
    const nesting = this.#nesting;
    try {
      return this.visit(schema, value, parent, key);
    } catch (error) {
      if (!isRecordError(error)) throw error;
      this.#nesting = nesting;
      this.#failures.push(error);
      return DROPPED;
    }
  }

  #visitItems(schemas: readonly Schema[], value: unknown, parent: unknown, key: string | undefined): unknown {
    if (schemas.length === 0) return value;
    if (!Array.isArray(value)) throw this.unexpected(schemas, value, key);
    const [schema] = schemas;
    const results: unknown[] = value.slice();
    let length = 0;
    for (let i = 0; i < value.length; i++) {
      const result = this.visitItem(schema, value[i], parent, key);
      // A value for which its entity returns nothing is left out of the list.
      if (result !== undefined || value[i] === undefined) results[length++] = result;
    }
    results.length = length;
    return results;
  }

  #visitFields(fields: Fields, value: unknown, parent: unknown, key: string | undefined): unknown {
    if (typeof value !== 'object' || Array.isArray(value)) {
      throw this.unexpected(fields, value, key);
    }
    // As in an array: the record, if there is one.
    const parentRecord = this.#depth === 0 ? value : parent;
    return withNested(value as EntityRow, this.#nest(value as EntityRow, fields, parentRecord));
  }

  /**
   * The results of an object's nested values, by field; `undefined` for those that are left out.
   *
   * @param parent their parent
   */
  #nest(row: EntityRow, fields: Fields, parent: unknown): EntityRow {
    const results: Record<string, unknown> = {};
    for (const name in fields) {
      if (!Object.hasOwn(row, name)) continue;
      const schema = fields[name] as Schema;
      // A response without one of its fields is another response; a record without one is still a record.
      const result =
        this.#depth === 0
          ? this.visit(schema, row[name], parent, name)
          : this.#visitUnlessDropped(schema, row[name], parent, name);
      setOwn(results, name, result === DROPPED ? undefined : result);
    }
    return results;
  }

  #finish(schema: RowSchema, pk: string, row: Row, fields: Fields) {
    // Nested values may be replaced and clear the flag; this row is still the same.
    const isTree = this.#isTree;
    if (this.#depth === 0) {
      this.#partOf = schema.partOf;
      this.#top = [schema, pk];
    }
    this.#depth++;
    const results = this.#nest(row as EntityRow, fields, row);
    this.#depth--;
    this.put(schema, pk, row, this.#isTop(schema), isTree, results);
  }

  #isTop(schema: RowSchema): boolean {
    return this.#depth === 0 || (this.#depth === 1 && schema === this.#partOf);
  }

  /** Ends cycles: walks each object once. */
  #wasVisited(schema: RowSchema, source: object): boolean {
    if (this.#isTree) return false;
    const sources = getOrCreate(this.#visited, schema, newSet);
    return sources.size === sources.add(source).size;
  }
}

/** True for errors about one record, which leave the rest of a response usable. */
function isRecordError(error: unknown): error is Error {
  return (
    error instanceof InvalidEntityError ||
    error instanceof MissingKeyError ||
    error instanceof UnexpectedInputError
  );
}
