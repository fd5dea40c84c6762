import type { Table } from '../tables/Table';
import type { Freshness } from './Freshness';
import type { OverlapWriter } from './OverlapWriter';
import type { ReadHistory } from './ReadHistory';
import type { CollectionRow, EntityRow, Readable, RecordMeta, Row } from './State';

/**
 * What a walk down a response offers to its schemas.
 *
 * The walker is passed into the schemas, so that no schema names it.
 */
export interface NormalizeContext {
  /** Arguments of the request. */
  readonly args: readonly unknown[];
  readonly meta: Freshness;
  /** Whether the value being normalized is nested in a record. */
  readonly insideRecord: boolean;
  /**
   * Whether this is the response of a mutation that may have written what stands in a field of the record around it, or on its
   * own, where it is as it was.
   */
  mayWrite(field: string | undefined): boolean;
  /** Who asked, for error messages: an endpoint's name. */
  readonly origin: string;
  /** The key of the record of a kind that the arguments of the request name. */
  addressed(kind: string): string | undefined;
  /** A key for a record that has none yet; `undefined` where every record must have one. */
  temporaryKey(): string | undefined;
  /**
   * Says that a record does not fit the checks of its own schema.
   *
   * @throws the error, unless such records are kept; then the record must be stored as it is
   */
  refuse(error: Error): void;
  /** The error that the value of a field, or of the whole response, is not what its schema describes, given in words or itself. */
  unexpected(schema: unknown, received: unknown, field: string | undefined): Error;
  /** Normalizes one value under another schema; returns what stands for it in the result. */
  visit(schema: Schema, input: unknown, parent: unknown, key: string | undefined): unknown;
  /** The same for one of several; `undefined` where it does not fit and such records are dropped. */
  visitItem(schema: Schema, input: unknown, parent: unknown, key: string | undefined): unknown;
  /**
   * Stores a record whose nested values are still as they came.
   *
   * The fields in `nested` are visited first, or later when the walk is already
   * deep. `source` is the object that came: met again, it is not walked again.
   */
  record(schema: RowSchema, pk: string, row: Row, nested?: Fields, source?: object): void;
  /** Says that what is visited from now on may be another thing than the input: an override has replaced a part of it. */
  distrust(): void;
  /** Removes one record from its table. */
  invalidate(kind: string, pk: string): void;
  /** The stored row of a record, as this walk has left it. */
  getRow(kind: string, pk: string): Row | undefined;
  /** The number under which a record was deleted: lists from before it hold no more than its key. 0 for others. */
  goneAt(kind: string, pk: string): number;
  /** All stored rows of one kind; of a large table those that `among` picks, and those that this walk has written. */
  forEachRow(kind: string, visit: (pk: string, row: Row, meta: RecordMeta) => void, among?: Among): void;
  /** What is known of requests that this one overlapped with. */
  readonly overlap: OverlapWriter;
  /**
   * Says that the response is about a list: what it says of the members holds.
   *
   * @param came what came of the list
   */
  brought(list: TableSchema, pk: string, came: CameOfList): void;
}

/** What came of a list, as a whole or as one of its pages, or joins it. */
export interface CameOfList {
  /** What that has become, by place or name. */
  readonly results: CollectionRow;
  /** What it was, where it is the whole list. */
  readonly input?: unknown;
}

/** Primary keys of the rows of a table that may be meant. */
export type Among = (table: Table<unknown, unknown>) => readonly string[];

/** What a walk from a result back to values offers to its schemas. */
export interface DenormalizeContext {
  readonly args: readonly unknown[];
  /** The value that a result stands for; `INVALID` where it must not be shown. */
  visit(schema: Schema, result: unknown): unknown;
  /** The value of one stored record; memoized by the version of its row. */
  record(schema: TableSchema, pk: string): unknown;
  /** Whether a record was neither stored nor deleted: only its key has come. */
  isAbsent(kind: string, pk: string): boolean;
  /**
   * What `read` finds among the keys of all stored records of one kind; a dependency on the whole table.
   *
   * What reads all records brings the reader along, so that other apps do without.
   */
  keys(kind: string, read: KeyReader): readonly string[];
  /** Memoizes a value by the identity of `node`, for as long as what `compute` read is unchanged. */
  memo(owner: object, node: object, compute: () => unknown): unknown;
  /**
   * Ends the walk: a result has another shape than its schema gives to results, so it was stored under another one.
   *
   * The whole value is `INVALID` then: of a list, the elements that do not match would be missing as if they were deleted.
   */
  mismatch(schema: unknown, result: unknown): never;
}

/** Reads the keys of a kind: the same array for as long as these are the same. */
export type KeyReader = (kind: string, tables: Readable, history: ReadHistory) => readonly string[];

/** What finding data by arguments alone may look at. */
export interface QueryContext {
  /** Whether anything of a kind has ever been stored. */
  hasKind(kind: string): boolean;
  /** The result under which `schema` finds its data by these arguments; `undefined` if it cannot. */
  queryKey(schema: Schema, args: readonly unknown[]): unknown;
  getRow(kind: string, pk: string): Row | undefined;
  /** Primary key of the record whose indexed `field` has this value. */
  findByIndex(kind: string, field: string, value: string): string | undefined;
}

/** A schema that knows how to read and write one kind of value. */
export interface SchemaObject {
  normalize(input: unknown, parent: unknown, key: string | undefined, context: NormalizeContext): unknown;
  denormalize(result: unknown, context: DenormalizeContext): unknown;
  /** The result under which data is found by arguments alone. */
  queryKey?(args: readonly unknown[], context: QueryContext): unknown;
}

/** Schemas of an object's fields. A function is applied to the field when it is read. */
export type Fields = Readonly<Record<string, unknown>>;

/** What a table asks of the schema of its rows. */
export interface RowSchema {
  /** Name of the table. */
  readonly key: string;
  /** Fields by which records can be found. */
  readonly indexes?: readonly string[] | undefined;
  /** Whether records have a field with this name. Only of entities: this distinguishes them from lists. */
  declares?(field: string): boolean;
  /** Set where what is written is a stored list with a part that has come: that tells nothing of the rest. */
  readonly isPart?: true;
  /** Of what is a part of each record of a kind, the schema of these. */
  readonly partOf?: RowSchema;
  /**
   * Whether a record says nothing that is not stored, so that a merge would leave the stored row as it is.
   *
   * @param nested what stands for the nested values of `incoming`, by field
   */
  repeats?(existing: Row, incoming: Row, nested: EntityRow): boolean;
  /** The row after `incoming` has met a stored one. */
  mergeWithStore(existingMeta: RecordMeta, incomingMeta: Freshness, existing: Row, incoming: Row): Row;
  /** The time stamps that belong to that row. */
  mergeMetaWithStore(
    existingMeta: RecordMeta,
    incomingMeta: Freshness,
    existing: Row,
    incoming: Row,
  ): RecordMeta;
}

/** A schema whose values are records in a table of their own: an entity or a collection. */
export interface TableSchema extends SchemaObject, RowSchema {
  /** Deepest nesting of entities that is resolved when one is read. */
  readonly maxEntityDepth?: number;
  /**
   * The value of a stored row; `INVALID` where it must not be shown.
   *
   * Calls `announce` with the value before it visits what is nested, so that
   * records which hold each other come out as the same objects. Where that
   * returns `true`, what is nested waits for another call.
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
