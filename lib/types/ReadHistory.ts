import type { Readable } from './State';

/** More changes of one kind than this, and looking at each element of a list costs no more than reading them. */
export const MAX_CHANGES = 1024;

/**
 * The tables of one store as its readers came upon them, and what changed from one time to the next.
 *
 * This is the one place that holds tables: those that were read last. All that is known of the ones before are
 * keys and numbers.
 */
export interface ReadHistory {
  /** The tables that were read last. */
  tables: Readable;
  /** Their number. Tables that are read again after others get another one. */
  number: number;
  readonly steps: Step[];
  /** What all empty lists of the store are shown as: what is made of it is kept with the store. */
  readonly noItems: readonly never[];
}

/** What differs between two tables that were read one after the other. */
export interface Step {
  readonly from: number;
  /** Keys of all records that are others, by kind; where they are more than {@link MAX_CHANGES}, not of all. */
  readonly kinds: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What has changed since the tables with a number; `undefined` where that is not known any more. */
export function stepsSince({ steps, number }: ReadHistory, since: number): readonly Step[] | undefined {
  if (since === number) return [];
  for (let i = steps.length - 1; i >= 0; i--) {
    if ((steps[i] as Step).from === since) return steps.slice(i);
  }
  return undefined;
}
