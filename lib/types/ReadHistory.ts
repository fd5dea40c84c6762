import type { Readable } from './State';

/** With more changes of one kind than this, checking each element of a list costs no more than reading them. */
export const MAX_CHANGES = 1024;

/**
 * The tables of one store as its readers saw them, and what changed between reads.
 *
 * Only this holds tables: the last ones read. Of earlier ones only keys and numbers
 * remain.
 */
export interface ReadHistory {
  /** The tables last read. */
  tables: Readable;
  /** Their number. Tables that are read again after others get a new one. */
  number: number;
  readonly steps: Step[];
  /** The value of all empty lists in the store, so that what is made of it is kept with the store. */
  readonly noItems: readonly never[];
}

/** The difference between two tables read one after the other. */
export interface Step {
  readonly from: number;
  /** Keys of all changed records, by kind; incomplete if they are more than {@link MAX_CHANGES}. */
  readonly kinds: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What has changed since the tables with a number; `undefined` if no longer known. */
export function stepsSince({ steps, number }: ReadHistory, since: number): readonly Step[] | undefined {
  if (since === number) return [];
  for (let i = steps.length - 1; i >= 0; i--) {
    if ((steps[i] as Step).from === since) return steps.slice(i);
  }
  return undefined;
}
