import type { SavedData } from '../actions/hydrate';
import { isTable } from '../store/readableSlice';
import { diffTables } from '../tables/diffTables';
import { createOwner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { type Cell, emptyTable, type Table } from '../tables/Table';

/** No news. */
export const NOTHING: SavedData = { entities: {}, deleted: {}, indexes: {}, endpoints: emptyTable() };

/** What one state holds that an earlier one does not, and nothing else; `undefined` if that is nothing. */
export function changesSince(before: SavedData, now: SavedData): SavedData | undefined {
  const { entities, deleted, indexes, endpoints } = now;
  const news = newsIn(before, { entities, deleted, indexes, endpoints });
  return news && { ...NOTHING, ...news };
}

/** The news in a table, or in tables by name, at any depth. */
function newsIn<T extends object>(before: T | undefined, now: T): Partial<T> | undefined {
  // A new table is news, even an empty one: it says that only keys of a kind have come.
  if (before === undefined) return now;
  if (isTable(now))
    return newCells(before as unknown as Table<unknown, unknown>, now) as Partial<T> | undefined;
  const news = Object.entries(now)
    .map(([name, part]) => [name, newsIn(before[name as keyof T] as object | undefined, part)] as const)
    .filter(([, part]) => part !== undefined);
  return news.length === 0 ? undefined : (Object.fromEntries(news) as Partial<T>);
}

/** The cells that differ, in order of arrival. */
function newCells<V, M>(before: Table<V, M>, now: Table<V, M>): Table<V, M> | undefined {
  const cells: Cell<V, M>[] = [];
  diffTables(before, now, (_key, _stored, cell) => {
    if (cell !== undefined) cells.push(cell);
  });
  if (cells.length === 0) return undefined;
  const owner = createOwner();
  return cells
    .sort((a, b) => a.order - b.order)
    .reduce((table, cell) => putCell(table, cell.key, cell, owner), emptyTable<V, M>());
}
