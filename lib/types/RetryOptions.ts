import type { ResponseError } from './ResponseError';

/** Limits of the waits between attempts, in milliseconds. */
export interface BackOffLimits {
  /** Upper bound of the first wait; it doubles with each further one. @default 1_000 */
  readonly baseDelayMs?: number;
  /** Upper bound of every wait. @default 30_000 */
  readonly maxDelayMs?: number;
}

/** How failed requests are retried. */
export interface RetryOptions extends BackOffLimits {
  /** The most retries, not counting the first attempt. */
  readonly limit: number;
  /**
   * Longest wait that a server may demand with `Retry-After`, in milliseconds. A request whose server
   * demands more fails at once.
   *
   * @default 60_000
   */
  readonly maxRetryAfterMs?: number;
  /**
   * Whether another attempt can help.
   *
   * @default no response, 408, 425, 429, and all from 500 on but 501
   */
  shouldRetry?(error: ResponseError, failures: number): boolean;
  /**
   * Whether requests with side effects are retried, too. Only for servers on which
   * doing the same thing twice does it once.
   *
   * @default false; true for an endpoint with an `idempotencyKey`
   */
  readonly sideEffects?: boolean;
}
