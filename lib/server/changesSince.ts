import type { SavedData } from '../actions/hydrate';
import { isTable } from '../store/readableSlice';
import { diffTables } from '../tables/diffTables';
import { createOwner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { type Cell, emptyTable, type Table } from '../tables/Table';

/** Saved data without content. */
export const NO_CHANGES: SavedData = { entities: {}, deleted: {}, indexes: {}, endpoints: emptyTable() };

/** What a state holds that an earlier one does not; `undefined` if that is nothing. */
export function changesSince(before: SavedData, after: SavedData): SavedData | undefined {
  const { entities, deleted, indexes, endpoints } = after;
  const changes = changesIn(before, { entities, deleted, indexes, endpoints });
  return changes && { ...NO_CHANGES, ...changes };
}

/** What is new in a table, or in tables by name, at any depth. */
function changesIn<T extends object>(before: T | undefined, after: T): Partial<T> | undefined {
  // A new table counts, even an empty one: it says that only keys of a kind have come.
  if (before === undefined) return after;
  if (isTable(after))
    return changedCells(before as unknown as Table<unknown, unknown>, after) as Partial<T> | undefined;
  const changes = Object.entries(after)
    .map(([name, part]) => [name, changesIn(before[name as keyof T] as object | undefined, part)] as const)
    .filter(([, part]) => part !== undefined);
  return changes.length === 0 ? undefined : (Object.fromEntries(changes) as Partial<T>);
}

/** The cells that differ, in order of arrival. */
function changedCells<V, M>(before: Table<V, M>, after: Table<V, M>): Table<V, M> | undefined {
  const cells: Cell<V, M>[] = [];
  diffTables(before, after, (_key, _stored, cell) => {
    if (cell !== undefined) cells.push(cell);
  });
  if (cells.length === 0) return undefined;
  const owner = createOwner();
  return cells
    .sort((a, b) => a.order - b.order)
    .reduce((table, cell) => putCell(table, cell.key, cell, owner), emptyTable<V, M>());
}
