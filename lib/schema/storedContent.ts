import { sameValue } from '../plain/sameValue';
import type { EntityRow } from '../types/State';

/**
 * Whether a stored record has all fields of a received one, with the same content.
 *
 * Most received records are stored already: users and labels nested in a hundred others, and all records when a
 * list is refetched. Checking first saves the copies and the comparison of a merge.
 *
 * @param nested the results of the received record's nested values
 */
export function repeatsStored(existing: EntityRow, incoming: EntityRow, nested: EntityRow): boolean {
  for (const name in nested) if (!isStored(existing, name, nested[name])) return false;
  for (const name in incoming) {
    if (existing[name] === incoming[name] || Object.hasOwn(nested, name)) continue;
    if (!isStored(existing, name, incoming[name])) return false;
  }
  return true;
}

function isStored(existing: EntityRow, name: string, value: unknown): boolean {
  if (existing[name] === value) return true;
  return typeof value === 'object' && Object.hasOwn(existing, name) && sameValue(existing[name], value);
}

/**
 * `merged`, or `existing` itself if both have the same content.
 *
 * Nested values that did not change stay the same objects.
 */
export function keepIdentity(existing: EntityRow, merged: EntityRow): EntityRow {
  const names = Object.keys(merged);
  let same = names.length === Object.keys(existing).length;
  let kept: Record<string, unknown> | undefined;
  for (const name of names) {
    const storedValue = existing[name];
    if (!Object.hasOwn(existing, name) || !sameValue(storedValue, merged[name])) same = false;
    else if (storedValue !== merged[name]) {
      kept ??= { ...merged };
      kept[name] = storedValue;
    }
  }
  return same ? existing : (kept ?? merged);
}
