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
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, length);
    signal.addEventListener('abort', end, { once: true });
  });
}
