import { noteNoResponse } from './noResponseStatus';

/** What `start` resolves to, or the signal's reason as soon as it is aborted, if that is earlier. */
export async function untilAborted<T>(signal: AbortSignal | undefined, start: () => Promise<T>): Promise<T> {
  if (signal === undefined) return start();
  signal.throwIfAborted();
  return new Promise<T>((resolve, reject) => {
    const abort = () => {
      noteNoResponse(signal.reason);
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    start()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}
