import { isPlain } from '../plain/isPlain';
import { isPlainObject } from '../plain/isPlainObject';
import { argumentError } from './argumentError';
import { type JsonFault, jsonFault } from './jsonFault';
import type { UsageError } from './UsageError';

/**
 * Writes an app's value as JSON.
 *
 * @param call the call with the value, as it is written
 * @param what the part of the call, such as `body`
 * @param replacer as `JSON.stringify` takes it
 * @throws {UsageError} naming the value that JSON cannot hold
 */
export function jsonOf(
  call: string,
  what: string,
  value: unknown,
  replacer?: (name: string, value: unknown) => unknown,
): string {
  if (process.env.NODE_ENV !== 'production' && !isPlain(value)) {
    const fault = jsonFault(value, what === 'body' ? 'body' : 'arguments');
    if (fault !== undefined) throw unwritable(call, what, fault);
  }
  try {
    return JSON.stringify(value, replacer);
  } catch (cause) {
    if (process.env.NODE_ENV !== 'production')
      throw unwritable(call, what, ['see the cause', 'Fix its toJSON().'], cause);
    throw argumentError(call, false, '', { cause });
  }
}

/** A replacer that sorts members, so that equal values give equal JSON. */
export function sorted(_name: string, value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function unwritable(call: string, what: string, [fault, fix]: JsonFault, cause?: unknown): UsageError {
  const problem = `its ${what} cannot be written as JSON: ${fault}`;
  return argumentError(call, problem, fix, cause === undefined ? undefined : { cause });
}
