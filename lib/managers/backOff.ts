import type { BackOffLimits } from '../types/RetryOptions';

/** Upper bound of the first wait, in milliseconds. */
export const DEFAULT_BASE_DELAY_MS = 1_000;

/** Upper bound of every wait, in milliseconds. */
export const DEFAULT_MAX_DELAY_MS = 30_000;

/** More doublings make no difference to any real bound, and 0 times infinity would be NaN. */
const MAX_DOUBLINGS = 64;

/**
 * How long to wait before the next attempt, in milliseconds: exponential back-off with full jitter.
 *
 * A random time between 0 and the bound, so that clients that failed together do not retry together.
 *
 * @param failures the number of failed attempts so far, minus one
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
