import type { Readable } from './State';

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
  /** How many changes there are in all steps. */
  size: number;
  /** The keys of each kind that were read last. */
  readonly keys: Map<string, KnownKeys>;
}

/** What differs between two tables that were read one after the other. */
export interface Step {
  readonly from: number;
  /** The changes by kind; `undefined` where they are too many. */
  readonly kinds: ReadonlyMap<string, Changes | undefined>;
  readonly size: number;
}

/** What differs between two versions of one table. */
export interface Changes {
  /** Keys of all records that are others. */
  readonly changed: readonly string[];
  /** Keys of those among them that are gone, or stand elsewhere in the order of arrival. */
  readonly gone: readonly string[];
  /** Those that have come, or stand elsewhere. */
  readonly arrived: readonly Arrival[];
}

/** A record that has come, with its place in the order of arrival. */
export interface Arrival {
  readonly pk: string;
  readonly order: number;
}

/** The keys of a kind, and the number of the tables for which they were read. */
export interface KnownKeys {
  readonly number: number;
  readonly keys: readonly string[];
}

/** What has changed since the tables with a number; `undefined` where that is not known any more. */
export function stepsSince({ steps, number }: ReadHistory, since: number): readonly Step[] | undefined {
  if (since === number) return [];
  for (let i = steps.length - 1; i >= 0; i--) {
    if ((steps[i] as Step).from === since) return steps.slice(i);
  }
  return undefined;
}
