import { isPlainObject } from './isPlainObject';
import { isSameList } from './isSameList';

/** True if two values of plain data have the same content, at any depth. */
export function sameValue(a: unknown, b: unknown): boolean {
  // Most compared lists are short, and the same: they need no list of pairs.
  if (Array.isArray(b) && isSameList(a, b)) return true;
  // Pairs of objects yet to compare: a list, not recursion, which deep data would exhaust.
  const pending: object[] = [];
  if (!isSameOrPending(a, b, pending)) return false;
  for (let after = pending.pop(); after !== undefined; after = pending.pop()) {
    if (!isSameLevel(pending.pop() as object, after, pending)) return false;
  }
  return true;
}

/** `after`, or `before` itself if both have the same content. */
export function keepIfSame<T>(before: T | undefined, after: T): T {
  return before !== undefined && sameValue(before, after) ? before : after;
}

function isSameLevel(a: object, b: object, pending: object[]): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && areSameItems(a, b, pending);
  return isPlainObject(a) && isPlainObject(b) && areSameFields(a, b, pending);
}

function areSameItems(a: readonly unknown[], b: readonly unknown[], pending: object[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (!isSameOrPending(a[i], b[i], pending)) return false;
  }
  return true;
}

function areSameFields(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
  pending: object[],
): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  for (const name of names) {
    if (!Object.hasOwn(b, name) || !isSameOrPending(a[name], b[name], pending)) return false;
  }
  return true;
}

/** Compares two values at once if one is no object; otherwise leaves them pending. */
function isSameOrPending(a: unknown, b: unknown, pending: object[]): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  pending.push(a, b);
  return true;
}
