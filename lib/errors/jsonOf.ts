import { argumentError } from './argumentError';
import { jsonFault } from './jsonFault';

/**
 * JSON of what an app gave.
 *
 * @param call what was given it, as it is written
 * @param what which part of it this is: `body`, say
 * @param replacer as `JSON.stringify` takes it
 * @throws {UsageError} naming the value that JSON cannot hold
 */
export function jsonOf(
  call: string,
  what: string,
  value: unknown,
  replacer?: (name: string, value: unknown) => unknown,
): string {
  try {
    return JSON.stringify(value, replacer);
  } catch (cause) {
    if (process.env.NODE_ENV !== 'production') {
      const [fault, fix] = jsonFault(value);
      throw argumentError(call, `its ${what} cannot be written as JSON: ${fault}`, fix, { cause });
    }
    throw argumentError(call, false, '', { cause });
  }
}
