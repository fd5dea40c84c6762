import type { NormalizeContext, TableSchema } from '../types/Schema';
import type { RecordMeta, Row } from '../types/State';

/** What one write has done, and how lists with `belongs` can react to it. */
export interface FinishedWrite extends Pick<NormalizeContext, 'getRow' | 'noteEffect'> {
  /** Primary keys of the records that changed, by kind. */
  readonly changed: ReadonlyMap<string, ReadonlySet<string>>;
  /** The lists that the response was about, as a whole or as a page. */
  readonly brought: readonly BroughtList[];
  /** The row of a record before the write. */
  rowBefore(kind: string, pk: string): Row | undefined;
  forEachRow(kind: string, visit: (pk: string, row: Row, meta: RecordMeta) => void): void;
  /** Replaces a stored row, and notes which list maintains it. */
  replace(kind: string, pk: string, row: Row, keeper?: string): void;
}

/** A list that a response was about. */
export interface BroughtList {
  readonly list: TableSchema;
  readonly pk: string;
  /** Whether it came as a whole. */
  readonly isWhole: boolean;
}

/**
 * Updates lists after each write; set once a collection has `belongs`.
 *
 * @property keep tells whether the write was about records that such lists may hold
 */
export const listKeeper: { keep?: (write: FinishedWrite) => boolean } = {};
