import { diffTables } from '../tables/diffTables';
import { getCell } from '../tables/getCell';
import { orderedCells } from '../tables/iterate';
import { notesOf, succeed } from '../tables/lineage';
import type { EntityTable } from '../types/State';

const NO_KEYS: readonly string[] = Object.freeze([]);

const keysByTable = new WeakMap<EntityTable, readonly string[]>();

/** Under this, the keys of the version read last are noted on a table. */
const KEYS = {};

interface Known {
  readonly table: EntityTable;
  readonly keys: readonly string[];
}

/**
 * Primary keys of all records in a table, in order of arrival.
 *
 * The same array for as long as these are the same, however often rows change.
 */
export function keysOf(table: EntityTable | undefined): readonly string[] {
  if (table === undefined) return NO_KEYS;
  const notes = notesOf(table);
  const known = keysByTable.get(table);
  if (known !== undefined) {
    // A step back, as when an update is taken back, is what the next version comes after.
    notes.set(KEYS, { table, keys: known } satisfies Known);
    return known;
  }
  const before = notes.get(KEYS) as Known | undefined;
  const keys = before === undefined ? allKeys(table) : keysAfter(before, table);
  keysByTable.set(table, keys);
  notes.set(KEYS, { table, keys } satisfies Known);
  return keys;
}

function allKeys(table: EntityTable): readonly string[] {
  return orderedCells(table).flatMap(([pk, { value }]) => (value === undefined ? [] : [pk]));
}

function keysAfter({ table: before, keys }: Known, table: EntityTable): readonly string[] {
  const gone = new Set<string>();
  const fresh: { readonly pk: string; readonly order: number }[] = [];
  diffTables(before, table, (pk, cellBefore, cellAfter) => {
    const wasThere = cellBefore?.value !== undefined;
    const isThere = cellAfter?.value !== undefined;
    if (wasThere && isThere && cellBefore.order === cellAfter.order) return;
    if (wasThere) gone.add(pk);
    if (isThere) fresh.push({ pk, order: cellAfter.order });
  });
  if (gone.size === 0 && fresh.length === 0) return keys;
  const kept = gone.size === 0 ? keys : keys.filter(pk => !gone.has(pk));
  const after = joined(kept, fresh, table);
  succeed(keys, after);
  return after;
}

function joined(
  kept: readonly string[],
  fresh: { readonly pk: string; readonly order: number }[],
  table: EntityTable,
): readonly string[] {
  const last = kept.at(-1);
  const end = last === undefined ? -1 : (getCell(table, last)?.order ?? -1);
  // A step back in time brings records back that had been before the last.
  if (fresh.some(({ order }) => order < end)) return allKeys(table);
  fresh.sort((a, b) => a.order - b.order);
  return [...kept, ...fresh.map(({ pk }) => pk)];
}
