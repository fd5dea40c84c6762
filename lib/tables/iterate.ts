import { type Cell, isBranch, type Table, type TableNode } from './Table';

/** Visits every cell once, in the trie's arbitrary order; for order of arrival see {@link orderedCells}. */
export function forEachCell<V, M>(
  table: Table<V, M> | undefined,
  visit: (key: string, cell: Cell<V, M>) => void,
): void {
  if (table !== undefined) forEachCellBelow(table.root, visit);
}

/** Visits every cell below one node of a table. */
export function forEachCellBelow<V, M>(
  node: TableNode<V, M> | null,
  visit: (key: string, cell: Cell<V, M>) => void,
): void {
  if (node === null) return;
  if (isBranch(node)) {
    for (const child of node) forEachCellBelow(child, visit);
    return;
  }
  for (const cell of node) visit(cell.key, cell);
}

/** All keys and cells of a table, in order of arrival; a new list each time. */
export function orderedCells<V, M>(table: Table<V, M> | undefined): [key: string, cell: Cell<V, M>][] {
  const entries: [string, Cell<V, M>][] = [];
  forEachCell(table, (key, cell) => entries.push([key, cell]));
  return entries.sort(([, a], [, b]) => a.order - b.order);
}

/**
 * The values of a table by key, in order of arrival, for people and for tools; leaves out cells without a
 * value. JavaScript itself moves keys that look like array indexes to the front.
 */
export function tableToRecord<V, M>(table: Table<V, M> | undefined): Record<string, V> {
  const entries: [string, V][] = [];
  for (const [key, { value }] of orderedCells(table)) {
    if (value !== undefined) entries.push([key, value]);
  }
  // fromEntries defines properties, so `__proto__` is a key like any.
  return Object.fromEntries(entries);
}
