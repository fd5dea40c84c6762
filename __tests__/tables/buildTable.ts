import { createOwner } from '../../lib/tables/Owner';
import { putCell } from '../../lib/tables/putCell';
import { emptyTable, isBranch, type Leaf, type Table, type TableNode } from '../../lib/tables/Table';

/** A table with `value of <key>` and an empty meta for each key, written by one owner. */
export function buildTable(keys: Iterable<string>): Table<unknown, object> {
  const owner = createOwner();
  let table = emptyTable<unknown, object>();
  for (const key of keys) table = putCell(table, key, { value: `value of ${key}`, meta: {} }, owner);
  return table;
}

/** The keys '0', '1', ... */
export const numbered = (count: number): string[] => Array.from({ length: count }, (_, i) => `${i}`);

/** All nodes of a table, the root first. */
export function nodesOf<V, M>({ root }: Table<V, M>): TableNode<V, M>[] {
  const nodes: TableNode<V, M>[] = root === null ? [] : [root];
  for (const node of nodes) {
    if (isBranch(node)) nodes.push(...node.filter(child => child !== null));
  }
  return nodes;
}

/** All leaves of a table. */
export function leavesOf<V, M>(table: Table<V, M>): Leaf<V, M>[] {
  return nodesOf(table).filter(node => !isBranch(node)) as Leaf<V, M>[];
}
