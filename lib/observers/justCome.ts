import type { StoreHandle } from '../store/StoreHandle';

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
  const settled = awaited.get(key);
  return settled !== undefined && settled.cell === response && isRecent(settled.settledAt);
}

/** Whether something was just now: at a time in milliseconds since the Unix epoch. */
export function isRecent(time = -Infinity): boolean {
  // Either side: the clock may have been set back since.
  return Math.abs(Date.now() - time) < SHOWN_AS_IT_CAME_MS;
}
