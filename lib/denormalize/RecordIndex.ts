import type { Multimap } from '../plain/Multimap';

/**
 * Which elements of a list were made from which records, at any depth.
 *
 * Elements go by numbers that stay with them when others come, go or move, so that a change in the middle of a
 * list changes no entry. May name elements that no longer depend on a record: they are then checked without
 * effect.
 */
export interface RecordIndex {
  /** Numbers of elements, by kind and primary key. */
  readonly byRecord: Map<string, Multimap<string, number>>;
  /** Numbers of elements that depend on all records of a kind. */
  readonly byKind: Multimap<string, number>;
  /** Number of the element at each position; more room than there are elements. */
  readonly numbers: Int32Array;
  /** Position of each number; out of date for those that are gone. */
  readonly positions: Int32Array;
  /** The first number that is free. */
  next: number;
  /** How many entries there are, and may be. */
  size: number;
  readonly limit: number;
}
