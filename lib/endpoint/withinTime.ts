import { anySignal } from './anySignal';
import { untilAborted } from './untilAborted';

/** Node drops a time-out that only `AbortSignal.any` refers to when it collects garbage: it would never end anything. */
const held = new Set<AbortSignal>();

/**
 * What one attempt resolves to, or why it was ended earlier: one of the signals, or its time.
 *
 * @param timeoutMs how long it may take; without one as long as it needs
 * @param start gets the signal that ends it
 */
export async function withinTime<T>(
  signals: readonly (AbortSignal | undefined)[],
  timeoutMs: number | undefined,
  start: (stop: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  const timeout = timeoutMs ? AbortSignal.timeout(timeoutMs) : undefined;
  const stop = anySignal([...signals, timeout]);
  if (timeout !== undefined) held.add(timeout);
  try {
    return await untilAborted(stop, () => start(stop));
  } finally {
    if (timeout !== undefined) held.delete(timeout);
  }
}
