/**
 * How fresh one stored value is.
 *
 * All times are milliseconds since the Unix epoch on the client's clock; the
 * server's clock is never read.
 */
export interface Freshness {
  /** When the request left. Of two racing responses the later request wins. */
  readonly fetchedAt: number;
  /** The same for a mutation; left out for a read. */
  readonly sentAt?: number;
  /** Fields that a mutation was asked to change; left out where that is not known. Not stored. */
  readonly writes?: readonly string[];
  /** When the response arrived. */
  readonly date: number;
  /** First instant at which the value is stale. */
  readonly expiresAt: number;
}
