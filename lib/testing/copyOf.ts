import { isPlainObject } from '../plain/isPlainObject';

/**
 * A copy of plain data, as a server gets and sends it.
 *
 * What reaches the store is frozen in development: a fixture and the memory of an
 * interceptor must stay as they are. Anything that is not plain data, such as a file, stays the same object.
 */
export function copyOf<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyOf) as Value;
  if (!isPlainObject(value)) return value;
  const copies = Object.entries(value).map(([name, member]) => [name, copyOf(member)]);
  return Object.fromEntries(copies) as Value;
}
