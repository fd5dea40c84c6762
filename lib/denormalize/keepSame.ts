import { getOrCreate, newWeakMap } from '../plain/getOrCreate';
import { isSameContent } from './sameContent';

/** The last value made under each schema, by owner. */
export type MadeBySchema<Made extends object> = WeakMap<object, WeakMap<object, Made>>;

const NO_SCHEMA = {};

/**
 * The value last made for `owner` under a schema if it has the same content as `value`; otherwise `value`, frozen.
 *
 * A long-lived owner costs least: in a collection of young objects V8 keeps what a `WeakMap` holds, even if the key
 * is gone.
 */
export function keepSame<Made extends object>(
  cache: MadeBySchema<Made>,
  schema: unknown,
  owner: object,
  value: Made,
): Readonly<Made> {
  // An empty value is a sample that stands for a schema.
  const byOwner = getOrCreate(cache, (schema || NO_SCHEMA) as object, newWeakMap<object, Made>);
  const previous = byOwner.get(owner);
  if (previous !== undefined && isSameContent(previous, value)) return previous;
  byOwner.set(owner, Object.freeze(value));
  return value;
}
