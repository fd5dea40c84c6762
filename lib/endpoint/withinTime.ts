import { deferred } from '../plain/deferred';
import { anySignal } from './anySignal';
import { noteNoResponse } from './noResponseStatus';

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
  if (stop === undefined) return start(stop);
  stop.throwIfAborted();
  const { promise: stopped, reject } = deferred<never>();
  const abort = () => {
    noteNoResponse(stop.reason);
    reject(stop.reason);
  };
  stop.addEventListener('abort', abort, { once: true });
  if (timeout !== undefined) held.add(timeout);
  try {
    return await Promise.race([start(stop), stopped]);
  } finally {
    stop.removeEventListener('abort', abort);
    if (timeout !== undefined) held.delete(timeout);
  }
}
