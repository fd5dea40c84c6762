import type { Memo } from '../denormalize/Memo';

/** One reader of the store: what it depends on, and how it is told. */
export interface Reader {
  /** Key of the request whose response it reads; `undefined` for queries. */
  readonly key: string | undefined;
  /** What its value was made from, as it was last read. */
  memo(): Memo | undefined;
  /** Reads again. */
  wake(): void;
}
