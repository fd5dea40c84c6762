import { kept, newWeakMap } from '../plain/kept';
import { isSameContent } from './sameContent';

/** What was made under each schema, of each owner, last. */
export type MadeBySchema<Made extends object> = WeakMap<object, WeakMap<object, Made>>;

const NO_SCHEMA = {};

/**
 * What was made last of `owner` under a schema, where it has the same content as `made`; otherwise `made`, frozen.
 *
 * An owner that lives for long costs least: V8 keeps what a `WeakMap` holds through a collection of young objects,
 * though its key is gone.
 */
export function keepSame<Made extends object>(
  memory: MadeBySchema<Made>,
  schema: unknown,
  owner: object,
  made: Made,
): Readonly<Made> {
  // An empty value is a sample, in place of a schema.
  const byOwner = kept(memory, (schema || NO_SCHEMA) as object, newWeakMap<object, Made>);
  const before = byOwner.get(owner);
  if (before !== undefined && isSameContent(before, made)) return before;
  byOwner.set(owner, Object.freeze(made));
  return made;
}
