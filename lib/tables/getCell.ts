import { findCell } from './findCell';
import type { Cell, Table } from './Table';

/**
 * The cell under a key; `undefined` if nothing was put there.
 *
 * @returns The same cell until something is written under its key.
 */
export function getCell<V, M>(table: Table<V, M> | undefined, key: string): Cell<V, M> | undefined {
  // A table looked up by a name that every object has may turn out to be no table.
  return findCell(table?.root ?? null, key);
}

/** The value under a key in a table; `undefined` if none was put there. */
export function getValue<V, M>(table: Table<V, M> | undefined, key: string): V | undefined {
  return getCell(table, key)?.value;
}
