import { describeValue } from './describeValue';
import { UsageError } from './UsageError';

/**
 * Error for an argument that cannot fill a path.
 *
 * @param path The path pattern, as it was written.
 * @param parameter The name of the parameter at fault.
 * @param value What was given for it; `undefined` when nothing was.
 * @param fix What to pass instead, in sentences; `false` in production.
 */
export function pathArgumentError(
  path: string,
  parameter: string,
  value: unknown,
  fix: string | false,
): UsageError {
  return new UsageError(
    'path-argument',
    `${parameter} in ${path}`,
    process.env.NODE_ENV !== 'production' &&
      `Cannot fill the path ${JSON.stringify(path)}: its parameter "${parameter}" is ${describeValue(value)}. ${fix}`,
  );
}
