import type { CollectionRow, EntityRow, ListEffect, RecordMeta, RecordRef, Row, Tombstone } from './State';

/** The kind of a record, and which fields it has. */
export interface MetSchema {
  readonly key: string;
  declares?(field: string): boolean;
  /** Set for what is a part of another record. */
  readonly partOf?: object;
}

/** What is stored of a record when a response meets it: its cell. */
export interface StoredRecord<R extends Row = EntityRow> {
  readonly value: R;
  readonly meta: RecordMeta;
}

/**
 * Does to a list what a mutation has done that landed before.
 *
 * @param later what later ones have put at the same end
 */
export type Again = (list: CollectionRow, made: ListEffect, later: readonly ListEffect[]) => CollectionRow;

/**
 * Decides between responses whose requests overlapped, and keeps what later ones
 * have to know.
 */
export interface OverlapWriter {
  /** Set where nothing is known to have overlapped, and nothing in flight can: then no record has to be met. */
  readonly isIdle: boolean;
  /** Whether a record has to be resolved or noted. */
  concerns(kind: string, pk: string): boolean;
  /**
   * The fields of an incoming record that take effect; `incoming` itself where all do and nothing overlapped.
   *
   * @param isTop whether the record is what the request was about, in contrast to nested in it
   */
  meet(
    schema: MetSchema,
    pk: string,
    stored: StoredRecord | undefined,
    incoming: EntityRow,
    isTop: boolean,
  ): EntityRow;
  /** Notes that a read has brought a list, or a part of one. */
  meetList(kind: string, pk: string, stored: RecordMeta | undefined, incoming: Row, isPart?: true): void;
  /**
   * The number under which a record was deleted that has come back since, while a mutation was in flight that is so still;
   * 0 for others.
   */
  goneAt(kind: string, pk: string): number;
  /**
   * A record from before the mutation that is being written, also where another response has shown meanwhile what it wrote;
   * `before` where none has.
   */
  unwritten(kind: string, pk: string, before: EntityRow, after: EntityRow): EntityRow;
  /** Whether a deleted record comes back with what is being written. */
  revives(kind: string, pk: string, tombstone: Tombstone, row: object, isTop: boolean): boolean;
  /**
   * The lists from before a deletion that hold a record which has come back otherwise than their arguments say, without
   * it: lists keep the keys of what is deleted.
   */
  strays(
    kind: string,
    pk: string,
    tombstone: Tombstone,
    row: object,
    getRow: (kind: string, pk: string) => Row | undefined,
  ): readonly (RecordRef & { readonly row: Row })[];
  /** Whether the deletion that is being written takes the record away. */
  deletes(kind: string, pk: string, stored: StoredRecord | undefined): boolean;
  /** What mutations that overlapped with what is being written did to lists of a kind. */
  effects(kind: string): readonly ListEffect[];
  /** Set once the page that is being written is left out: its list was fetched again meanwhile, and ends otherwise. */
  isLeftOut?: boolean;
  /** A list after the mutation that is being written, among what later ones have done to it already. */
  inOrder(
    kind: string,
    pk: string,
    effect: string,
    list: CollectionRow,
    changed: CollectionRow,
    again: Again,
  ): CollectionRow;
  /** Keys of the rows of a kind that have landed since the mutation that is being written left. */
  landedMeanwhile(kind: string): readonly string[];
  /**
   * Notes what the mutation that is being written does to lists. A list that another one has joined at the same end,
   * which left later and had its response first, is in doubt: the server may have worked in either order.
   */
  noteEffect(effect: Omit<ListEffect, 'since' | 'landed' | 'began' | 'left'>): void;
  /** Notes that a list has come, and which mutations have joined it that it did not know of. */
  noteJoined(kind: string, pk: string, joined: readonly ListEffect[]): void;
  /** Says that the lists of some kinds of record that hold a key may hold it no more. */
  doubtHolders(kinds: readonly string[], pk: string): void;
  /** Says that the client cannot know how a record or a list ended. */
  doubt(kind: string, pk: string): void;
}
