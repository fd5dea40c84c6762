import { attempt } from '../plain/attempt';
import { warnOnce } from '../plain/warnOnce';

/**
 * What `run` returns; `undefined` where it throws, which is logged to the console.
 *
 * A reducer must not throw for an action of an old log: the rest of the log still counts.
 */
export const tryOrReport: <T>(run: () => T) => T | undefined =
  process.env.NODE_ENV === 'production' ? attempt : reported;

function reported<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    const { message } = error as Error;
    warnOnce(message, message);
    return undefined;
  }
}
