/**
 * How fresh one stored value is, and where it stands in the order of events.
 *
 * All times are milliseconds since the Unix epoch on the client's clock; the
 * server's clock is never read. Which of two values is later is decided by the
 * numbers alone, never by a time: each store counts its events from 1.
 */
export interface Freshness {
  /** When the request left. */
  readonly fetchedAt: number;
  /** When the response arrived. */
  readonly date: number;
  /** First instant at which the value is stale. */
  readonly expiresAt: number;
  /** The number under which the request left this store; left out for data from elsewhere. */
  readonly left?: number;
  /** The number under which the response landed in this store; left out for data from elsewhere. */
  readonly landed?: number;
}

/** The number under which a value left; data from elsewhere precedes all of this store's own. */
export function leftOf({ left = 0 }: Pick<Freshness, 'left'>): number {
  return left;
}
