import { findCell } from './findCell';
import type { Cell, Table } from './Table';

/**
 * What a table keeps under a key; `undefined` where nothing was put.
 *
 * @returns The same cell for as long as nothing is written under its key.
 */
export function getCell<V, M>(table: Table<V, M> | undefined, key: string): Cell<V, M> | undefined {
  return table === undefined ? undefined : findCell(table.root, key, 0);
}
