/** Where some elements stand. */
export type Positions = number | Set<number>;

/**
 * Which elements of a list were made from which records, at any depth.
 *
 * May name elements that depend on a record no more: they are then looked at in vain.
 */
export interface RecordPositions {
  /** Positions by kind and primary key. */
  readonly byRecord: Map<string, Map<string, Positions>>;
  /** Positions by kind, of elements that depend on the whole table. */
  readonly byTable: Map<string, Positions>;
  /** What is to be added to the positions: elements that join at the beginning shift all others. */
  offset: number;
  /** How many entries there may be. */
  readonly limit: number;
  size: number;
}
