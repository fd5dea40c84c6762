import type { BackOffLimits } from '../types/RetryOptions';

/** Upper bound of the first wait, in milliseconds. */
export const DEFAULT_BASE_DELAY_MS = 1_000;

/** Upper bound of every wait, in milliseconds. */
export const DEFAULT_MAX_DELAY_MS = 30_000;

/** Past this many the wait is longer than anyone lives; a product with infinity would be no number. */
const MAX_DOUBLINGS = 64;

/**
 * How long to wait before another attempt, in milliseconds: exponential back-off with full jitter.
 *
 * Anywhere between nothing and the bound: clients that failed together must not
 * come back together.
 *
 * @param failures how many attempts have failed so far, less one
 * @param random a number from 0 up to 1
 * @see https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
 */
export function backOff(
  failures: number,
  { baseDelayMs = DEFAULT_BASE_DELAY_MS, maxDelayMs = DEFAULT_MAX_DELAY_MS }: BackOffLimits = {},
  random: () => number = Math.random,
): number {
  const bound = Math.min(maxDelayMs, baseDelayMs * 2 ** Math.min(failures, MAX_DOUBLINGS));
  return random() * bound;
}
