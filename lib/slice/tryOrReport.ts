import { describeValue } from '../errors/describeValue';
import { RdcError } from '../errors/RdcError';
import { attempt } from '../plain/attempt';
import { warnOnce } from '../plain/warnOnce';

/**
 * What `run` returns; `undefined` if it throws, which is logged in development.
 *
 * A reducer must not throw for an action of an old log: the rest of the log still counts.
 *
 * @param action that is being applied
 */
export const tryOrReport: <T>(run: () => T, action: unknown) => T | undefined =
  process.env.NODE_ENV === 'production' ? attempt : reported;

function reported<T>(run: () => T, action: unknown): T | undefined {
  try {
    return run();
  } catch (error) {
    const message = error instanceof RdcError ? error.message : messageOf(action, error);
    warnOnce(message, message);
    return undefined;
  }
}

/** Names the action. Our own errors already do; those of the app or the engine cannot. */
function messageOf(action: unknown, error: unknown): string {
  const { type, endpointName, schemaName, key } = action as Readonly<Record<string, unknown>>;
  const subject = [endpointName ?? schemaName, key && describeValue(key)].filter(Boolean).join(', ');
  return (
    `Cannot apply ${String(type)}${subject && ` of ${subject}`}: ${String(error)}. The action was ignored. ` +
    'Its data may be damaged or older than its schema: compare it with what the schema expects.'
  );
}
