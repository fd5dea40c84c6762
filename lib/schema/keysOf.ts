import { getOrCreate, newMap } from '../plain/getOrCreate';
import { isSameList } from '../plain/isSameList';
import { passNotesOn } from '../plain/versionNotes';
import { getCell } from '../tables/getCell';
import { orderedCells } from '../tables/iterate';
import { MAX_CHANGES, type ReadHistory, stepsSince } from '../types/ReadHistory';
import type { KeyReader } from '../types/Schema';
import type { EntityTable } from '../types/State';

const keysByTable = new WeakMap<EntityTable, readonly string[]>();

/** The keys of a kind, the number of the tables they were read from, and the first free place in its own table. */
interface LastKeys {
  readonly number: number;
  readonly next: number;
  readonly keys: readonly string[];
}

/** The last keys read of each kind. */
const lastReads = new WeakMap<ReadHistory, Map<string, LastKeys>>();

/**
 * Primary keys of all records of a kind, in order of arrival.
 *
 * The same array while the keys are the same, however often rows change.
 */
export const keysOf: KeyReader = (kind, tables, history) => {
  const table = tables.entities[kind];
  if (table === undefined) return history.noItems;
  const { number } = history;
  const lastKeys = getOrCreate(lastReads, history, newMap<string, LastKeys>);
  const keys =
    keysByTable.get(table) ?? keysAfter(kind, table, history, lastKeys.get(kind)) ?? allKeys(table);
  keysByTable.set(table, keys);
  if (lastKeys.get(kind)?.number !== number) lastKeys.set(kind, { number, next: table.next, keys });
  return keys;
};

function allKeys(table: EntityTable): readonly string[] {
  return orderedCells(table).flatMap(([pk, { value }]) => (value === undefined ? [] : [pk]));
}

/** The last keys read, updated with the changes since; `undefined` if those are not known. */
function keysAfter(
  kind: string,
  table: EntityTable,
  history: ReadHistory,
  last: LastKeys | undefined,
): readonly string[] | undefined {
  const changes = last && stepsSince(history, last.number)?.flatMap(({ kinds }) => kinds.get(kind) ?? []);
  if (last === undefined || changes === undefined || changes.some(({ size }) => size > MAX_CHANGES))
    return undefined;
  const changed = [...new Set(changes.flatMap(pks => [...pks]))];
  const remaining = without(
    last.keys,
    changed.filter(pk => orderOf(table, pk) === undefined),
  );
  // Looked up among keys in order: without those that have moved since.
  const moved = changed.filter(pk => (orderOf(table, pk) ?? -1) >= last.next);
  const staying = without(remaining, moved);
  const arrived = changed.filter(pk => orderOf(table, pk) !== undefined && !isAtItsPlace(staying, table, pk));
  const keys = joined(without(staying, arrived), arrived, table);
  // A record that came and went in between changes nothing.
  if (keys === undefined || isSameList(last.keys, keys)) return keys && last.keys;
  passNotesOn(last.keys, keys);
  return keys;
}

/** When a record arrived; `undefined` if there is none. */
function orderOf(table: EntityTable, pk: string | undefined): number | undefined {
  const cell = pk === undefined ? undefined : getCell(table, pk);
  return cell?.value === undefined ? undefined : cell.order;
}

/** Whether a key is where the order of arrival puts it. */
function isAtItsPlace(keys: readonly string[], table: EntityTable, pk: string): boolean {
  const order = orderOf(table, pk) as number;
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((orderOf(table, keys[middle]) ?? 0) < order) low = middle + 1;
    else high = middle;
  }
  return keys[low] === pk;
}

function without(keys: readonly string[], removed: readonly string[]): readonly string[] {
  if (removed.length === 0) return keys;
  const removedKeys = new Set(removed);
  return keys.filter(pk => !removedKeys.has(pk));
}

function joined(
  rest: readonly string[],
  arrived: readonly string[],
  table: EntityTable,
): readonly string[] | undefined {
  const placeOf = (pk: string | undefined) => orderOf(table, pk) ?? -1;
  const end = placeOf(rest.at(-1));
  // Going back in time restores records from before the last one.
  if (arrived.some(pk => placeOf(pk) < end)) return undefined;
  return rest.concat([...arrived].sort((a, b) => placeOf(a) - placeOf(b)));
}
