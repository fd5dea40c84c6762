import { startTimer } from '../plain/startTimer';

/**
 * Resolves after some time, or as soon as the signal is aborted; leaves no timer behind.
 *
 * @param length milliseconds
 */
export function wait(length: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      timer.cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = startTimer(length, end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
