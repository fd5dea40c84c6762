import type { Cell } from '../tables/Table';
import type { Freshness } from '../types/Freshness';
import type { OverlapWriter } from '../types/OverlapWriter';
import type { CameOfList, Schema, TableSchema } from '../types/Schema';
import type { CollectionRow, RecordMeta, RecordRef, Row } from '../types/State';

/** What one write has done, and how lists with `belongs` can react to it. */
interface FinishedWrite {
  /** Primary keys of the records that changed, by kind. */
  readonly changed: ReadonlyMap<string, ReadonlySet<string>>;
  /** What has come of records of which something later, or of more weight, is stored, by kind and key. */
  readonly late: ReadonlyMap<string, ReadonlyMap<string, Row>>;
  readonly meta: Freshness;
  readonly overlap: OverlapWriter;
  readonly getRow: (kind: string, pk: string) => Row | undefined;
  /** The row of a record before the write. */
  readonly before: (kind: string, pk: string) => Row | undefined;
  /** The number under which a record was deleted: lists from before it hold no more than its key. 0 for others. */
  readonly goneAt: (kind: string, pk: string) => number;
  /** Its stamps before the write. */
  readonly stamps: (kind: string, pk: string) => RecordMeta | undefined;
  /** Whether the request that brought it creates the record with a key. */
  creates(kind: string, pk: string): boolean;
  forEachRow(kind: string, visit: (pk: string, row: Row, meta: RecordMeta) => void): void;
  /** Replaces a stored row, and notes which list maintains it. */
  replace(kind: string, pk: string, row: Row, keeper?: string): void;
}

/** A list that a response was about. */
export interface BroughtList {
  readonly list: TableSchema;
  readonly pk: string;
  readonly came: CameOfList;
}

/** Updates lists after a write; tells whether this was about records that such lists may hold. */
export type KeepLists = (
  write: FinishedWrite,
  /** The lists that the response was about, as a whole or as a page. */
  brought: readonly BroughtList[],
  /** What the response was about, what it became, and as which it came. */
  schema: Schema,
  result: unknown,
  input: unknown,
) => boolean;

/** A record, and what is stored beside it. */
export interface JudgedRecord extends RecordRef {
  readonly after: (kind: string, pk: string) => Row | undefined;
}

/** Whether a list reads some fields of a record to tell whether, and where, it holds it; `undefined` where it cannot be told. */
export type ListReads = (
  table: string,
  listPk: string,
  list: Pick<Cell<Row, RecordMeta>, 'value' | 'meta'>,
  fields: readonly string[],
  record: JudgedRecord,
) => boolean | undefined;

/** What a mutation has made of a list, without what it has put there that `belongs` says is no member. */
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

/** Whether the rule of a stored list says that it holds a record. */
export type HasMember = (
  table: string,
  listPk: string,
  list: Pick<Cell<Row, RecordMeta>, 'value' | 'meta'>,
  record: JudgedRecord,
) => boolean;

/** Whether a collection maintains a stored list, by the name that is noted beside it. */
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
