import type { Entities, EntityTable } from '../types/State';

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
  /** Nested values with memos of their own. */
  readonly parts: readonly Memo[];
  /** Whole tables that were looked through. */
  readonly tables: readonly (readonly [kind: string, table: EntityTable | undefined])[];
  /** False when `maxEntityDepth` cut something off: good for the reader that asked from the top only. */
  readonly complete: boolean;
  /** The tables for which the value is known to be up to date. */
  checked: Entities | undefined;
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
