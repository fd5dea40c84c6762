import { findCell } from './findCell';
import type { Cell, Table } from './Table';

/**
 * What a table keeps under a key; `undefined` where nothing was put.
 *
 * @returns The same cell for as long as nothing is written under its key.
 */
export function getCell<V, M>(table: Table<V, M> | undefined, key: string): Cell<V, M> | undefined {
  // Looked up by a name that every object has, a table may turn out to be no table.
  return findCell(table?.root ?? null, key);
}

/** The value that a table keeps under a key; `undefined` where none was put. */
export function getValue<V, M>(table: Table<V, M> | undefined, key: string): V | undefined {
  return getCell(table, key)?.value;
}
