import { isObject } from '../plain/isObject';

/** What text is made of a value that is not there, and of one that is no text. */
const STANDS_FOR_NOTHING = ['undefined', '[object Object]'];

/**
 * Whether a key was made of something that is not there, as `${this.owner.login}/${this.name}` is for a
 * response without a login: such keys look like others, and records would overwrite each other.
 *
 * Where one of the sources holds the very word, it may be a name.
 *
 * @param pk the key as text
 * @param sources what `pk()` could read
 */
export function isMadeOfNothing(
  pk: string,
  input: object,
  parent?: unknown,
  key?: string,
  args?: readonly unknown[],
): boolean {
  // Nothing is made before there is a reason: this is asked of each key that comes.
  for (const word of STANDS_FOR_NOTHING)
    if (pk.includes(word) && !isTextIn([input, parent, key, args], word, new Set())) return true;
  return false;
}

function isTextIn(value: unknown, word: string, seen: Set<object>): boolean {
  if (typeof value === 'string') return value.includes(word);
  if (!isObject(value) || seen.has(value)) return false;
  seen.add(value);
  return Object.values(value).some(member => isTextIn(member, word, seen));
}
