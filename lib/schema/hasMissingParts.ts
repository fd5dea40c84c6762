import { isObject } from '../plain/isObject';

/** The text of a missing value, and of an object. */
const MISSING_VALUE_TEXTS = ['undefined', '[object Object]'];

/**
 * Whether a key was made from a missing value, as `${this.owner.login}/${this.name}` is for a
 * response without a login: such keys look like others, and records would overwrite each other.
 *
 * If a source contains that very word, it may be a name.
 *
 * @param pk the key as text
 * @param sources what `pk()` could read
 */
export function hasMissingParts(
  pk: string,
  input: object,
  parent?: unknown,
  key?: string,
  args?: readonly unknown[],
): boolean {
  // Allocate nothing without a reason: this runs for each key that arrives.
  for (const word of MISSING_VALUE_TEXTS)
    if (pk.includes(word) && !isTextIn([input, parent, key, args], word, new Set())) return true;
  return false;
}

function isTextIn(value: unknown, word: string, seen: Set<object>): boolean {
  if (typeof value === 'string') return value.includes(word);
  if (!isObject(value) || seen.has(value)) return false;
  seen.add(value);
  return Object.values(value).some(member => isTextIn(member, word, seen));
}
