import { sameValue } from '../plain/sameValue';
import type { EntityRow } from '../types/State';

/**
 * `merged`, or `existing` itself where the two have the same content.
 *
 * Nested values that did not change stay the same objects.
 */
export function keepIdentity(existing: EntityRow, merged: EntityRow): EntityRow {
  const names = Object.keys(merged);
  let same = names.length === Object.keys(existing).length;
  let kept: Record<string, unknown> | undefined;
  for (const name of names) {
    const before = existing[name];
    if (!Object.hasOwn(existing, name) || !sameValue(before, merged[name])) same = false;
    else if (before !== merged[name]) {
      kept ??= { ...merged };
      kept[name] = before;
    }
  }
  return same ? existing : (kept ?? merged);
}
