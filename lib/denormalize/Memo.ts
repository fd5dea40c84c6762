import type { Entities, EntityTable } from '../types/State';
import type { RecordPositions } from './RecordPositions';

/**
 * One denormalized value, and what it was made from.
 *
 * It belongs to one `node` of the state (a row, an array of results): as that
 * node never changes, only what it refers to can make the value outdated.
 */
export interface Memo {
  readonly value: unknown;
  /** Records that the value was joined from, directly. */
  readonly refs: readonly Ref[];
  /** Nested values with memos of their own; of a list one for each element, in order. */
  readonly parts: readonly Memo[];
  /** Whole tables that were looked through. */
  readonly tables: readonly TableRef[];
  /** False when `maxEntityDepth` cut something off: good for the reader that asked from the top only. */
  readonly complete: boolean;
  /** The tables for which the value is known to be up to date. */
  checked: Entities | undefined;
  /** What lists know besides, so that one change does not cost their length. */
  readonly list?: ListState;
}

/** One record that a value was joined from. */
export interface Ref {
  readonly kind: string;
  readonly pk: string;
  /** The row then; `undefined` where there was none. */
  readonly row: object | undefined;
  /** The value of that row; `undefined` where there was none, or while it holds itself. */
  readonly memo: Memo | undefined;
}

/** A whole table that a value was made from. */
export type TableRef = readonly [kind: string, table: EntityTable | undefined];

/** The memo of a list. */
export type ListMemo = Memo & { readonly list: ListState };

/** What is known of the elements of a list as the tables go on. */
export interface ListState {
  /** The stored array. */
  readonly results: readonly unknown[];
  /** The tables by which `outdated` is told. */
  base: Entities;
  /** Positions of the elements that are to be made again. */
  readonly outdated: Set<number>;
  /** Which elements depend on a record; built when first needed. */
  positions: RecordPositions | undefined;
  /** Set where the elements depend on too many records for that. */
  isTangled: boolean;
}
