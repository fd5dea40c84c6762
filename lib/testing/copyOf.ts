import { argumentError } from '../errors/argumentError';
import { isPlainObject } from '../plain/isPlainObject';
import { setOwn } from '../plain/own';

/** A few times deeper, the checks of Redux Toolkit would overflow the stack; circular data has no end. */
const MAX_LEVELS = 1_000;

/**
 * Copies plain data, as if a server received or sent it.
 *
 * The store freezes its data in development, which must not affect fixtures and the data of interceptors. Anything
 * that is not plain data, such as a file, stays the same object.
 *
 * @param description names the value in the error
 * @throws {UsageError} when it is nested too deep
 */
export function copyOf<Value>(value: Value, description: string): Value {
  return copyBelow(value, description, 0) as Value;
}

function copyBelow(value: unknown, description: string, level: number): unknown {
  const isList = Array.isArray(value);
  if (!isList && !isPlainObject(value)) return value;
  if (level === MAX_LEVELS) throw tooDeep(description);
  if (isList) return value.map(element => copyBelow(element, description, level + 1));
  const copy = {};
  for (const name of Object.keys(value)) setOwn(copy, name, copyBelow(value[name], description, level + 1));
  return copy;
}

function tooDeep(description: string) {
  const problem = `${description} has more than ${MAX_LEVELS} levels, or contains a circular reference`;
  return argumentError('fixture()', problem, 'Pass a flatter value, for example a key instead of a record.');
}
