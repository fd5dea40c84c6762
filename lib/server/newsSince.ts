import type { SavedData } from '../actions/hydrate';
import { diffTables } from '../tables/diffTables';
import { createOwner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { type Cell, emptyTable, type Table } from '../tables/Table';

/** What one state holds that an earlier one does not, and nothing besides. */
export function newsSince(before: SavedData, now: SavedData): SavedData {
  return {
    entities: newTables(before.entities, now.entities),
    deleted: newTables(before.deleted, now.deleted),
    indexes: nonEmpty(now.indexes, (kind, fields) => {
      const news = newTables(before.indexes[kind] ?? {}, fields);
      return isEmpty(news) ? undefined : news;
    }),
    endpoints: newCells(before.endpoints, now.endpoints) ?? emptyTable(),
  };
}

/** Whether there is nothing at all in it. */
export function isNothing({ entities, deleted, indexes, endpoints }: SavedData): boolean {
  return isEmpty(entities) && isEmpty(deleted) && isEmpty(indexes) && endpoints.size === 0;
}

function newTables<V, M>(
  before: Readonly<Record<string, Table<V, M>>>,
  now: Readonly<Record<string, Table<V, M>>>,
): Readonly<Record<string, Table<V, M>>> {
  // An empty one, too, where it is new: it says that of a kind only keys have come.
  return nonEmpty(now, (name, table) => newCells(before[name], table) ?? (before[name] ? undefined : table));
}

/** The cells that differ, in their order of arrival. */
function newCells<V, M>(before: Table<V, M> | undefined, now: Table<V, M>): Table<V, M> | undefined {
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

function nonEmpty<T, U>(
  parts: Readonly<Record<string, T>>,
  change: (name: string, part: T) => U | undefined,
): Readonly<Record<string, U>> {
  const changed = Object.entries(parts).map(([name, part]) => [name, change(name, part)] as const);
  return Object.fromEntries(changed.filter((entry): entry is [string, U] => entry[1] !== undefined));
}

function isEmpty(parts: object): boolean {
  return Object.keys(parts).length === 0;
}
