import { isPlainObject } from './isPlainObject';

/** Deeper than this, two values count as different rather than being compared. */
const MAX_DEPTH = 200;

/** True when two values of plain data have the same content. */
export function sameValue(a: unknown, b: unknown, depth = 0): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(a)) {
    return (
      Array.isArray(b) && a.length === b.length && a.every((item, i) => sameValue(item, b[i], depth + 1))
    );
  }
  return isPlainObject(a) && isPlainObject(b) && sameFields(a, b, depth);
}

function sameFields(a: Record<string, unknown>, b: Record<string, unknown>, depth: number): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every(name => Object.hasOwn(b, name) && sameValue(a[name], b[name], depth + 1));
}
