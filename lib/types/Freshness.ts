/**
 * How fresh one stored value is.
 *
 * All times are milliseconds since the Unix epoch on the client's clock; the
 * server's clock is never read.
 */
export interface Freshness {
  /**
   * The moment from which the data is. Of two racing responses the later one wins.
   *
   * For a read this is when its request left; for a mutation when its answer
   * arrived, since no read that left before has to know of it.
   */
  readonly fetchedAt: number;
  /** When the request of a mutation left. Of two that overlap the later request wins. */
  readonly sentAt?: number;
  /** When the response arrived. */
  readonly date: number;
  /** First instant at which the value is stale. */
  readonly expiresAt: number;
}
