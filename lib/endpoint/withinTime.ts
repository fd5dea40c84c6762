import { deferred } from '../plain/deferred';
import { startTimer } from '../plain/startTimer';
import { anySignal } from './anySignal';
import { noteNoResponse } from './noResponseStatus';

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
  const late = timeoutMs ? new AbortController() : undefined;
  const stop = anySignal([...signals, late?.signal]);
  if (stop === undefined) return start(stop);
  stop.throwIfAborted();
  const { promise: stopped, reject } = deferred<never>();
  const abort = () => {
    noteNoResponse(stop.reason);
    reject(stop.reason);
  };
  stop.addEventListener('abort', abort, { once: true });
  const giveUp = () => late?.abort(new DOMException('timed out', 'TimeoutError'));
  const timer = startTimer(timeoutMs || Infinity, giveUp, true);
  try {
    return await Promise.race([start(stop), stopped]);
  } finally {
    stop.removeEventListener('abort', abort);
    timer.cancel();
  }
}
