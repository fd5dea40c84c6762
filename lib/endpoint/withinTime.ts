import { deferred } from '../plain/deferred';
import { startTimer } from '../plain/startTimer';
import { anySignal } from './anySignal';
import { noteNoResponse } from './noResponseStatus';

/**
 * Runs one attempt. Rejects early with the reason of a signal, or when the time is over.
 *
 * @param timeoutMs the time limit; without one, there is none
 * @param start receives the signal that aborts the attempt
 */
export async function withinTime<T>(
  signals: readonly (AbortSignal | undefined)[],
  timeoutMs: number | undefined,
  start: (stop: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  const timeout = timeoutMs ? new AbortController() : undefined;
  const stop = anySignal([...signals, timeout?.signal]);
  if (stop === undefined) return start(stop);
  stop.throwIfAborted();
  const { promise: stopped, reject } = deferred<never>();
  const abort = () => {
    noteNoResponse(stop.reason);
    reject(stop.reason);
  };
  stop.addEventListener('abort', abort, { once: true });
  const onTimeout = () => timeout?.abort(new DOMException('timed out', 'TimeoutError'));
  const timer = startTimer(timeoutMs || Infinity, onTimeout, true);
  try {
    return await Promise.race([start(stop), stopped]);
  } finally {
    stop.removeEventListener('abort', abort);
    timer.cancel();
  }
}
