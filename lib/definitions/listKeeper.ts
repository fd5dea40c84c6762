import type { Cell } from '../tables/Table';
import type { Freshness } from '../types/Freshness';
import type { OverlapWriter } from '../types/OverlapWriter';
import type { ReceivedList, Schema, TableSchema } from '../types/Schema';
import type { CollectionRow, RecordMeta, RecordRef, Row } from '../types/State';

/** A finished write, and what lists with `belongs` need to react to it. */
export interface FinishedWrite {
  /** Primary keys of the records that changed, by kind. */
  readonly changed: ReadonlyMap<string, ReadonlySet<string>>;
  /** Rows that came for records with something later, or of more weight, stored, by kind and key. */
  readonly late: ReadonlyMap<string, ReadonlyMap<string, Row>>;
  readonly meta: Freshness;
  readonly overlap: OverlapWriter;
  readonly getRow: (kind: string, pk: string) => Row | undefined;
  /** The row of a record before the write. */
  readonly before: (kind: string, pk: string) => Row | undefined;
  /** The number under which a record was deleted: earlier lists hold only its key. 0 for others. */
  readonly goneAt: (kind: string, pk: string) => number;
  /** The record's stamps before the write. */
  readonly stamps: (kind: string, pk: string) => RecordMeta | undefined;
  /** Whether the request behind the write creates the record with a key. */
  creates(kind: string, pk: string): boolean;
  forEachRow(kind: string, visit: (pk: string, row: Row, meta: RecordMeta) => void): void;
  /** Replaces a stored row, and notes which collection maintains it. */
  replace(kind: string, pk: string, row: Row, keeper?: string): void;
}

/** A list in a response. */
export interface BroughtList {
  readonly list: TableSchema;
  readonly pk: string;
  readonly contents: ReceivedList;
}

/** Updates lists after a write. */
export type KeepLists = (
  write: FinishedWrite,
  /** The lists in the response, as a whole or as a page. */
  brought: readonly BroughtList[],
  /** The schema of the response, its result, and its input. */
  schema: Schema,
  result: unknown,
  input: unknown,
) => void;

/** A record, and the rows stored beside it. */
export interface JudgedRecord extends RecordRef {
  readonly after: (kind: string, pk: string) => Row | undefined;
}

/** Whether a list reads any of some fields to decide whether, and where, it holds a record; `undefined` if unknown. */
export type ListReads = (
  table: string,
  listPk: string,
  list: Pick<Cell<Row, RecordMeta>, 'value' | 'meta'>,
  fields: readonly string[],
  record: JudgedRecord,
) => boolean | undefined;

/** A list after a mutation, without added records that `belongs` excludes. */
export type OnlyMembers = (
  table: string,
  /** The name of the collection that maintains the list. */
  keeper: string | undefined,
  listPk: string,
  before: CollectionRow,
  after: CollectionRow,
  results: readonly unknown[],
  getRow: (kind: string, pk: string) => Row | undefined,
) => CollectionRow;

/** Whether a stored list's rule says that it holds a record. */
export type HasMember = (
  table: string,
  listPk: string,
  list: Pick<Cell<Row, RecordMeta>, 'value' | 'meta'>,
  record: JudgedRecord,
) => boolean;

/** Whether a collection maintains a stored list, by the name stored beside it. */
export type Keeps = (table: string, keeper: string | undefined, list: CollectionRow) => boolean;

/** Whether records of some kinds are members of lists with `belongs`. */
export type Rules = (kinds: readonly string[]) => boolean;

/** Set once a collection has `belongs`. */
export const listKeeper: {
  keep?: KeepLists;
  reads?: ListReads;
  onlyMembers?: OnlyMembers;
  hasMember?: HasMember;
  keeps?: Keeps;
  rules?: Rules;
} = {};
