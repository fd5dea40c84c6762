import { warnOnce } from '../plain/warnOnce';

/**
 * What `attempt` returns; `undefined` where it throws, which is logged to the console.
 *
 * A reducer must not throw for an action of an old log: the rest of the log still counts.
 */
export function tryOrReport<T>(attempt: () => T): T | undefined {
  try {
    return attempt();
  } catch (error) {
    if (process.env.NODE_ENV !== 'production') {
      const { message } = error as Error;
      warnOnce(message, message);
    }
    return undefined;
  }
}
