/**
 * How fresh one stored value is, and its place in the order of events.
 *
 * All times are milliseconds since the Unix epoch on the client's clock; the
 * server's clock is never read. Numbers alone decide which of two values is later,
 * never times: each store counts its events from 1.
 */
export interface Freshness {
  /** When the request left. */
  readonly fetchedAt: number;
  /** When the response arrived. */
  readonly date: number;
  /** First instant at which the value is stale. */
  readonly expiresAt: number;
  /** The number at which the request left this store; absent for data from elsewhere. */
  readonly left?: number;
  /** The number at which the response landed in this store; absent for data from elsewhere. */
  readonly landed?: number;
}

/** The number at which a value left; data from elsewhere precedes all of this store's own. */
export function leftOf({ left = 0 }: Pick<Freshness, 'left'>): number {
  return left;
}
