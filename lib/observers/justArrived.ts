import type { AwaitedResponse, StoreHandle } from '../store/StoreHandle';

/**
 * How long a response that a render waited for is shown as it came, in milliseconds.
 *
 * A response that had expired on arrival is still shown once, and not fetched again. Longer than React takes to
 * render; shorter than a user takes to read an error and to try again.
 */
export const SHOWN_ON_ARRIVAL_MS = 500;

/** Whether `response` is what a render waited for, and came just now. */
export function hasJustArrived({ awaited }: StoreHandle, key: string, response: unknown): boolean {
  const latest = awaited.get(key);
  return latest !== undefined && latest.cell === response && isNeeded(latest);
}

/**
 * Whether it is pending, has just come, or is still not shown because rendering now waits for another response:
 * however long that takes, the retried render reads both.
 */
export function isNeeded({ settledAt, next, isShown }: AwaitedResponse): boolean {
  return settledAt === undefined || isRecent(settledAt) || (!isShown && next !== undefined && isNeeded(next));
}

/** Whether a time, in milliseconds since the Unix epoch, is just now. */
export function isRecent(time: number): boolean {
  // Either side: the clock may have been set back since.
  return Math.abs(Date.now() - time) < SHOWN_ON_ARRIVAL_MS;
}
