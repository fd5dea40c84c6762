import type { Freshness } from './Freshness';

/** When a value arrived and until when it is valid; a failure is valid until the request may be retried. */
export type Lifetime = Pick<Freshness, 'date' | 'expiresAt'>;

/**
 * How far ahead of the clock a date may be, in milliseconds.
 *
 * More than the clocks of a rendering server and a browser differ, so that not all of its data is refetched; and
 * short enough that data from before the clock was set back is not shown as fresh for long.
 */
const CLOCK_SLACK_MS = 120_000;

/**
 * Whether a value is fresh at a moment.
 *
 * A date in the future is from before the clock was set back, or from another clock, so the value's age is
 * unknown. It is fresh only while that makes it last no longer than twice its time (or the slack of clocks).
 *
 * @param now milliseconds since the Unix epoch; the present if omitted
 */
export function isFresh({ date, expiresAt }: Lifetime, now: number = Date.now()): boolean {
  return expiresAt > now && date - now <= Math.max(expiresAt - date, CLOCK_SLACK_MS);
}
