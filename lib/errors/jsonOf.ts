import { isPlain } from '../plain/isPlain';
import { isPlainObject } from '../plain/isPlainObject';
import { argumentError } from './argumentError';
import { type JsonFault, jsonFault } from './jsonFault';
import type { UsageError } from './UsageError';

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

/** A replacer: objects with their members in one order, so that equal values are written alike. */
export function sorted(_name: string, value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function unwritable(call: string, what: string, [fault, fix]: JsonFault, cause?: unknown): UsageError {
  const problem = `its ${what} cannot be written as JSON: ${fault}`;
  return argumentError(call, problem, fix, cause === undefined ? undefined : { cause });
}
