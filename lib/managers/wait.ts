import { startTimer } from '../plain/startTimer';

/**
 * Resolves after some time.
 *
 * Rejects with the signal's reason, and leaves no timer, as soon as it is aborted.
 *
 * @param length milliseconds
 */
export function wait(length: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const end = () => {
      timer.cancel();
      reject(signal.reason);
    };
    const timer = startTimer(length, () => {
      signal.removeEventListener('abort', end);
      resolve();
    });
    signal.addEventListener('abort', end, { once: true });
  });
}
