import { nothing } from '../plain/nothing';
import type { Observed } from '../store/Observer';
import type { DataState } from '../types/State';

/** A value that is read from the store, and what it depends on. */
export interface Source<Value> {
  /** The same value for as long as nothing in it changes. */
  readonly value: () => Value;
  /** What it is in another state; the same value for the same state. */
  readonly from: (state: DataState) => Value;
  /** What it depends on: `value` is read again whenever one of them may have changed. */
  readonly observed: readonly Observed[];
}

/** Where there is nothing to read. */
export const NO_SOURCE: Source<undefined> = { value: nothing, from: nothing, observed: [] };
