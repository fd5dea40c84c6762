import { UsageError } from '../errors/UsageError';
import { hasToJson, isObject } from '../plain/isObject';

/** Arguments that identify a list, as strings. */
export type CollectionKey = Readonly<Record<string, string>>;

/** The primary key of a list: its sorted arguments, in which `1` equals `'1'` and `true` equals `'true'`. */
export function collectionPk(params: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(inOrder(params, asString));
}

/** The arguments in a list's primary key. */
export function collectionKey(pk: string): CollectionKey {
  return JSON.parse(pk) as CollectionKey;
}

const keysByRow = new WeakMap<object, { readonly pk: string; readonly key: CollectionKey }>();

/** The same, parsed once per version of the list, since a write looks at all lists of its kind. */
export function keyOfList(pk: string, row: object): CollectionKey {
  const cached = keysByRow.get(row);
  // A custom merge may store the same row under two keys.
  if (cached?.pk === pk) return cached.key;
  const key = collectionKey(pk);
  keysByRow.set(row, { pk, key });
  return key;
}

/** How deep a list's arguments may nest. */
const MAX_LEVELS = 500;

/**
 * The form in which arguments and fields are compared: by meaning, at any depth.
 *
 * @param name of the argument or field
 * @throws {UsageError} when it is nested too deep
 */
export function asString(value: unknown, name: string): string {
  const comparable = comparableForm(value, name, 0);
  return typeof comparable === 'string' ? comparable : JSON.stringify(comparable);
}

/** The value with strings as leaves, and sorted fields. */
function comparableForm(value: unknown, name: string, level: number): unknown {
  if (!isObject(value)) return String(value);
  if (hasToJson(value)) return comparableForm(value.toJSON(), name, level);
  if (level === MAX_LEVELS) throw tooDeep(name);
  if (Array.isArray(value) || value instanceof Set)
    return Array.from(value, item => comparableForm(item, name, level + 1));
  return inOrder(value, member => comparableForm(member, name, level + 1));
}

/** An object's defined fields, sorted by name, with converted values. */
function inOrder(fields: object, formOf: (value: unknown, name: string) => unknown): object {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  defined.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(defined.map(([name, value]) => [name, formOf(value, name)]));
}

function tooDeep(name: string): UsageError {
  return new UsageError(
    'argument',
    name,
    process.env.NODE_ENV !== 'production' &&
      `Cannot identify a list by "${name}": it has more than ${MAX_LEVELS} levels, or contains a circular reference. ` +
        'Pass a flatter value, for example a key instead of a record.',
  );
}
