import type { Multimap } from '../plain/Multimap';

/**
 * Which elements of a list were made from which records, at any depth.
 *
 * An element keeps its number when others are added, removed or moved, so a change in the middle of a list changes no
 * entry. The index may name elements that no longer depend on a record; these are checked without effect.
 */
export interface RecordIndex {
  /** Numbers of elements, by kind and primary key. */
  readonly byRecord: Map<string, Multimap<string, number>>;
  /** Numbers of elements that depend on all records of a kind. */
  readonly byKind: Multimap<string, number>;
  /** Number of the element at each position; longer than the list. */
  readonly numbers: Int32Array;
  /** Position of each number; out of date for removed elements. */
  readonly positions: Int32Array;
  /** The first free number. */
  next: number;
  /** How many entries there are, and how many there may be. */
  size: number;
  readonly limit: number;
}
