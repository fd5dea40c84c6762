import type { EntityRow } from '../types/State';

/** An object with results in place of its nested values; those that are `undefined` are left out. */
export function withNested(row: EntityRow, nested: EntityRow): EntityRow {
  const copy: Record<string, unknown> = { ...row };
  for (const name in nested) {
    const result = nested[name];
    if (result === undefined) delete copy[name];
    else copy[name] = result;
  }
  return copy;
}
