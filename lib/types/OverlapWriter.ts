import type { CollectionRow, EntityRow, ListEffect, RecordMeta, RecordRef, Row, Tombstone } from './State';

/** The kind of a record, and which fields it has. */
export interface ReconciledSchema {
  readonly key: string;
  declares?(field: string): boolean;
  /** Set for a part of another record. */
  readonly partOf?: object;
}

/** The stored cell of a record when a response meets it. */
export interface StoredRecord<R extends Row = EntityRow> {
  readonly value: R;
  readonly meta: RecordMeta;
}

/**
 * Repeats on a list what an earlier-landed mutation did.
 *
 * @param later what later ones put at the same end
 */
export type ReapplyEffect = (
  list: CollectionRow,
  made: ListEffect,
  later: readonly ListEffect[],
) => CollectionRow;

/**
 * Decides between responses whose requests overlapped, and keeps what later ones
 * need.
 */
export interface OverlapWriter {
  /** Set if nothing overlapped, and nothing in flight can: otherwise it is a {@link ComparingWriter}. */
  readonly isIdle: boolean;
  /** Notes that a read brought a list, or a part of one. */
  reconcileList(kind: string, pk: string, stored: RecordMeta | undefined, incoming: Row, isPart?: true): void;
  /**
   * The number at which a record was deleted that has come back since, during a mutation that is still in flight;
   * 0 for others.
   */
  goneAt(kind: string, pk: string): number;
  /**
   * A record as it was before the mutation being written, even if another response has since shown what that wrote;
   * `before` if none has.
   */
  beforeMutation(kind: string, pk: string, before: EntityRow, after: EntityRow): EntityRow;
  /** Whether a deleted record comes back with the current write. */
  revives(kind: string, pk: string, tombstone: Tombstone, row: object, isTop: boolean): boolean;
  /**
   * The lists from before a deletion that hold the key of a record which came back, against what their arguments say,
   * each without it: lists keep the keys of deleted records.
   */
  correctedLists(
    kind: string,
    pk: string,
    tombstone: Tombstone,
    row: object,
    getRow: (kind: string, pk: string) => Row | undefined,
  ): readonly (RecordRef & { readonly row: Row })[];
  /** Whether the deletion being written removes the record. */
  deletes(kind: string, pk: string, stored: StoredRecord | undefined): boolean;
  /** The effects on lists of a kind of mutations that overlapped with the current write. */
  effects(kind: string): readonly ListEffect[];
  /** Set once the page being written is left out: its list was refetched meanwhile, and ends differently. */
  isLeftOut?: boolean;
  /** A list after the mutation being written, ordered among later ones that already changed it. */
  inSentOrder(
    kind: string,
    pk: string,
    effect: string,
    list: CollectionRow,
    changed: CollectionRow,
    again: ReapplyEffect,
  ): CollectionRow;
  /** Keys of the rows of a kind that landed after the mutation being written left. */
  laterLandedKeys(kind: string): readonly string[];
  /**
   * Notes the effect of the mutation being written on lists. If another one that left later but got its response first
   * joined a list at the same end, that list is in doubt: the server may have worked in either order.
   */
  noteEffect(effect: Omit<ListEffect, 'since' | 'landed' | 'began' | 'left'>): void;
  /** Notes that a list arrived, and which mutations joined it that it did not know of. */
  noteJoined(kind: string, pk: string, joined: readonly ListEffect[]): void;
  /** Casts doubt on the lists of some kinds of record that hold a key. */
  doubtListsHolding(kinds: readonly string[], pk: string): void;
  /** Casts doubt on a record or list: its outcome is unknown. */
  doubt(kind: string, pk: string): void;
}

/** Compares records, too, with the requests that overlapped. */
export interface ComparingWriter extends OverlapWriter {
  /** Whether a record must be resolved or noted. */
  concerns(kind: string, pk: string): boolean;
  /**
   * The fields of an incoming record that take effect; `incoming` itself if all do and nothing overlapped.
   *
   * @param isTop whether the request was about the record, rather than one that it is nested in
   */
  reconcile(
    schema: ReconciledSchema,
    pk: string,
    stored: StoredRecord | undefined,
    incoming: EntityRow,
    isTop: boolean,
  ): EntityRow;
}
