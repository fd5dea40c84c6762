import { searchParamError } from '../errors/searchParamError';
import { classOf } from '../plain/classOf';
import { hasToJson, isObject } from '../plain/isObject';
import { encode } from './encode';

/**
 * Writes search parameters as a query string without its "?"; empty when there is nothing to write.
 *
 * Equal parameters give equal strings: names are sorted by UTF-16 units at every depth. Names and values are encoded;
 * brackets that this function writes stay readable.
 *
 * | value | written |
 * |---|---|
 * | `{ b: 'x y', a: 1 }` | `a=1&b=x%20y` |
 * | `{ a: [1, 2] }`, `{ a: new Set([1, 2]) }` | `a=1&a=2` |
 * | `{ f: { y: true, x: 1 } }` | `f[x]=1&f[y]=true` |
 * | `{ a: [{ x: 1 }, { x: 2 }] }` | `a[0][x]=1&a[1][x]=2` |
 * | `{ a: null }` | `a=` |
 * | `{ a: undefined, b: [], c: {} }` | nothing |
 * | `{ a: new Date(0) }` | `a=1970-01-01T00%3A00%3A00.000Z` |
 *
 * An object with a `toJSON` method, such as a `Date` or a `URL`, is written as its result.
 *
 * @throws {UsageError} for a function, a symbol, an invalid `Date`, a circular object, and one nested more than 100
 *   levels deep; in development also for a number that is not finite, a `Map` and a `URLSearchParams`
 */
export function searchToString(params: Readonly<Record<string, unknown>>): string {
  return sortedNames(params)
    .flatMap(name => pairsOf(encode(name), params[name], [params]))
    .join('&');
}

/** How deep a parameter may be nested; no server reads more. */
const MAX_LEVELS = 100;

/** The `name=value` pairs of one parameter; `ancestors` are the objects that contain it. */
function pairsOf(name: string, rawValue: unknown, ancestors: readonly object[]): string[] {
  const value = toData(name, rawValue);
  if (value === undefined) return [];
  if (!isObject(value)) return [`${name}=${encode(String(value ?? ''))}`];
  // In production, it exceeds the maximum of levels.
  if (process.env.NODE_ENV !== 'production' && ancestors.includes(value))
    throw searchParamError(name, value, 'It contains a circular reference.');

  if (ancestors.length > MAX_LEVELS) {
    throw searchParamError(
      name.replace(/\[.*/, ''),
      value,
      process.env.NODE_ENV !== 'production' && `It has more than ${MAX_LEVELS} levels. Pass a flatter value.`,
    );
  }

  const path = [...ancestors, value];
  if (Symbol.iterator in value) {
    return Array.from(value as Iterable<unknown>).flatMap((item, index) => {
      // A name that is only repeated could not show where one of several objects ends.
      const itemName = isNested(item) ? `${name}[${index}]` : name;
      return pairsOf(itemName, item, path);
    });
  }
  const members = value as Readonly<Record<string, unknown>>;
  return sortedNames(members).flatMap(key => pairsOf(`${name}[${encode(key)}]`, members[key], path));
}

function toData(name: string, value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw searchParamError(
      name,
      value,
      process.env.NODE_ENV !== 'production' && 'Pass a string, number, boolean, list or object.',
    );
  }
  if (value instanceof Date && Number.isNaN(value.getTime())) {
    throw searchParamError(
      name,
      value,
      process.env.NODE_ENV !== 'production' && 'The date is invalid; check how it is created.',
    );
  }
  if (process.env.NODE_ENV !== 'production') checkWritable(name, value);
  return hasToJson(value) ? value.toJSON() : value;
}

/** Refuses what a server could not read as intended; for development. */
function checkWritable(name: string, value: unknown) {
  // A log, which is JSON, could not hold it either.
  if (typeof value === 'number' && !Number.isFinite(value))
    throw searchParamError(name, value, 'Check how the number is computed.');
  const kind = classOf(value);
  if (kind !== 'Map' && kind !== 'URLSearchParams') return;
  throw searchParamError(name, value, `Pass a plain object in place of the ${kind}: Object.fromEntries(…).`);
}

function isNested(value: unknown): boolean {
  return isObject(value) && !hasToJson(value);
}

function sortedNames(members: object): string[] {
  return Object.keys(members).sort();
}
