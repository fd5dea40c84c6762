import type { Table } from '../tables/Table';
import type { Freshness } from './Freshness';
import type { OverlapWriter } from './OverlapWriter';
import type { ReadHistory } from './ReadHistory';
import type { CollectionRow, EntityRow, Readable, RecordMeta, Row } from './State';

/**
 * What schemas can use during a walk down a response.
 *
 * The walker is passed into the schemas, so that no schema imports it.
 */
export interface NormalizeContext {
  /** Arguments of the request. */
  readonly args: readonly unknown[];
  readonly meta: Freshness;
  /** Whether the value being normalized is nested in a record. */
  readonly insideRecord: boolean;
  /**
   * Whether the mutation that responds may have written an unchanged value: one on its own, or in this field of the
   * record around it.
   */
  mayWrite(field: string | undefined): boolean;
  /** An endpoint's name, for error messages. */
  readonly origin: string;
  /** The key of the record of a kind that the request's arguments name. */
  addressed(kind: string): string | undefined;
  /** A key for a record without one; `undefined` if every record must have one. */
  temporaryKey(): string | undefined;
  /**
   * Reports that a record fails the checks of its own schema.
   *
   * @throws the error, unless such records are kept; then the record must be stored as it is
   */
  refuse(error: Error): void;
  /** An error: the value of a field, or the whole response, does not match its schema, or a description of that. */
  unexpected(schema: unknown, received: unknown, field: string | undefined): Error;
  /** Normalizes one value with another schema; returns its result. */
  visit(schema: Schema, input: unknown, parent: unknown, key: string | undefined): unknown;
  /** The same for one of several; `undefined` if it does not fit and such records are dropped. */
  visitItem(schema: Schema, input: unknown, parent: unknown, key: string | undefined): unknown;
  /**
   * Stores a record whose nested values are not yet normalized.
   *
   * Visits the fields in `nested` first, or later when the walk is already deep.
   * `source` is the original object: it is not walked twice.
   */
  record(schema: RowSchema, pk: string, row: Row, nested?: Fields, source?: object): void;
  /** Notes that values visited from now on may differ from the input: an override has replaced a part of it. */
  distrust(): void;
  /** Removes one record from its table. */
  invalidate(kind: string, pk: string): void;
  /** The stored row of a record, with this walk's writes. */
  getRow(kind: string, pk: string): Row | undefined;
  /** The number at which a record was deleted, or 0. Lists from before it hold no more than its key. */
  goneAt(kind: string, pk: string): number;
  /** Visits all stored rows of a kind; in a large table, those that `among` picks and those this walk wrote. */
  forEachRow(kind: string, visit: (pk: string, row: Row, meta: RecordMeta) => void, among?: Among): void;
  /** Knows the requests that this one overlapped with. */
  readonly overlap: OverlapWriter;
  /**
   * Notes a list that the response is about: what it says of members holds.
   *
   * @param contents the received part
   */
  brought(list: TableSchema, pk: string, contents: ReceivedList): void;
}

/** What a response brings of a list: all of it, one of its pages, or what joins it. */
export interface ReceivedList {
  /** Its results, by position or name. */
  readonly results: CollectionRow;
  /** Its input, if it is the whole list. */
  readonly input?: unknown;
}

/** Picks the primary keys of rows that may be meant. */
export type Among = (table: Table<unknown, unknown>) => readonly string[];

/** What schemas can use during a walk from a result back to values. */
export interface DenormalizeContext {
  readonly args: readonly unknown[];
  /** The value of a result; `INVALID` if it must not be shown. */
  visit(schema: Schema, result: unknown): unknown;
  /** The value of one stored record; memoized by the version of its row. */
  record(schema: TableSchema, pk: string): unknown;
  /** Whether a record was neither stored nor deleted: only its key came. */
  isAbsent(kind: string, pk: string): boolean;
  /**
   * What `read` returns for all stored records of a kind; a dependency on the whole table.
   *
   * Schemas that read all records pass the reader, so that other apps do not contain it.
   */
  keys(kind: string, read: KeyReader): readonly string[];
  /** Memoizes a value by the identity of `node`, for as long as what `compute` read is unchanged. */
  memo(owner: object, node: object, compute: () => unknown): unknown;
  /**
   * Ends the walk, since a result does not have its schema's shape, so it was stored under another one.
   *
   * The whole value is `INVALID` then: in a list, elements that do not match would seem deleted.
   */
  mismatch(schema: unknown, result: unknown): never;
}

/** Reads the keys of a kind: the same array for as long as they are the same. */
export type KeyReader = (kind: string, tables: Readable, history: ReadHistory) => readonly string[];

/** What a lookup by arguments alone can read. */
export interface QueryContext {
  /** Whether anything of a kind has ever been stored. */
  hasKind(kind: string): boolean;
  /** The result by which `schema` finds its data for these arguments; `undefined` if it cannot. */
  queryKey(schema: Schema, args: readonly unknown[]): unknown;
  getRow(kind: string, pk: string): Row | undefined;
  /** Primary key of the record whose indexed `field` has this value. */
  findByIndex(kind: string, field: string, value: string): string | undefined;
}

/** A schema that can write and read one kind of value. */
export interface SchemaObject {
  normalize(input: unknown, parent: unknown, key: string | undefined, context: NormalizeContext): unknown;
  denormalize(result: unknown, context: DenormalizeContext): unknown;
  /** The result that finds data by arguments alone. */
  queryKey?(args: readonly unknown[], context: QueryContext): unknown;
}

/** Schemas of an object's fields. A function is applied to the field when it is read. */
export type Fields = Readonly<Record<string, unknown>>;

/** What a table needs from the schema of its rows. */
export interface RowSchema {
  /** Name of the table. */
  readonly key: string;
  /** Fields by which records can be found. */
  readonly indexes?: readonly string[] | undefined;
  /** Whether records have a field of this name. Only on entities: this distinguishes them from lists. */
  declares?(field: string): boolean;
  /** Set if a write is a stored list with a received part: it says nothing of the rest. */
  readonly isPart?: true;
  /** For parts of each record of a kind: the schema of the records. */
  readonly partOf?: RowSchema;
  /**
   * Whether a record repeats what is stored, so that a merge would leave the stored row unchanged.
   *
   * @param nested the results of the nested values of `incoming`, by field
   */
  repeats?(existing: Row, incoming: Row, nested: EntityRow): boolean;
  /** Merges `incoming` into a stored row. */
  mergeWithStore(existingMeta: RecordMeta, incomingMeta: Freshness, existing: Row, incoming: Row): Row;
  /** The time stamps of the merged row. */
  mergeMetaWithStore(
    existingMeta: RecordMeta,
    incomingMeta: Freshness,
    existing: Row,
    incoming: Row,
  ): RecordMeta;
}

/** A schema whose values are records in their own table: an entity or a collection. */
export interface TableSchema extends SchemaObject, RowSchema {
  /** Deepest nesting of entities that is resolved on reading. */
  readonly maxEntityDepth?: number;
  /**
   * The value of a stored row; `INVALID` if it must not be shown.
   *
   * Calls `announce` with the value before it visits nested values, so that
   * records which hold each other come out as the same objects. If that
   * returns `true`, the nested values wait for another call.
   *
   * @param begun the value of the first call, which waited
   */
  fromRow(
    row: Row,
    context: DenormalizeContext,
    announce: (value: object) => boolean,
    pk?: string,
    begun?: object,
  ): unknown;
}

/**
 * Describes data: a schema object, an entity class, `[schema]`, `{ field: schema }`,
 * a function applied on reading, or a sample value that is stored as it comes.
 */
export type Schema =
  | SchemaObject
  | readonly Schema[]
  | { readonly [field: string]: Schema }
  | ((value: never) => unknown)
  | string
  | number
  | boolean
  | null
  | undefined;
