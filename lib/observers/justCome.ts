import type { AwaitedResponse, StoreHandle } from '../store/StoreHandle';

/**
 * How long the response that a render waited for is shown as it came, in milliseconds.
 *
 * Even if it was expired on arrival, it is shown once instead of being fetched
 * again. Longer than React takes to render; shorter than a user takes to read an
 * error and to try again.
 */
export const SHOWN_AS_IT_CAME_MS = 500;

/** Whether `response` is what a render has waited for, and came just now. */
export function hasJustCome({ awaited }: StoreHandle, key: string, response: unknown): boolean {
  const past = awaited.get(key);
  return past !== undefined && past.cell === response && isNeeded(past);
}

/**
 * Whether it is pending, has come just now, or is still not shown since rendering has come to wait for another one:
 * however long that takes, what is retried then reads both.
 */
export function isNeeded({ settledAt, next, isShown }: AwaitedResponse): boolean {
  return settledAt === undefined || isRecent(settledAt) || (!isShown && next !== undefined && isNeeded(next));
}

/** Whether something was just now: at a time in milliseconds since the Unix epoch. */
export function isRecent(time: number): boolean {
  // Either side: the clock may have been set back since.
  return Math.abs(Date.now() - time) < SHOWN_AS_IT_CAME_MS;
}
