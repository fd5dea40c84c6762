import type { Freshness } from './Freshness';

/** When a value came and until when it is good; a failure is good until the request may be sent again. */
export type Lifetime = Pick<Freshness, 'date' | 'expiresAt'>;

/**
 * How far ahead of the clock a date may lie, in milliseconds.
 *
 * More than the clock of a server that rendered the page differs from the browser's, so that its data is not all
 * refetched; and short enough that data which came before the clock was set back is not shown as fresh for long.
 */
const CLOCK_SLACK_MS = 120_000;

/**
 * Whether a value is fresh at a moment.
 *
 * A value whose date lies in the future came before the clock was set back, or by another clock, so that its age is
 * unknown. It is fresh only while that makes it last no longer than twice its time (or the slack of clocks).
 *
 * @param now milliseconds since the Unix epoch; the present where it is left out
 */
export function isFresh({ date, expiresAt }: Lifetime, now: number = Date.now()): boolean {
  return expiresAt > now && date - now <= Math.max(expiresAt - date, CLOCK_SLACK_MS);
}
