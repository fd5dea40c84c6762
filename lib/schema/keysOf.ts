import { isSameList } from '../plain/isSameList';
import { getCell } from '../tables/getCell';
import { orderedCells } from '../tables/iterate';
import { succeed } from '../tables/lineage';
import { type Arrival, type ReadHistory, stepsSince } from '../types/ReadHistory';
import type { KeyReader } from '../types/Schema';
import type { EntityTable } from '../types/State';

const NO_KEYS: readonly string[] = Object.freeze([]);

const keysByTable = new WeakMap<EntityTable, readonly string[]>();

/**
 * Primary keys of all records of a kind, in order of arrival.
 *
 * The same array for as long as these are the same, however often rows change.
 */
export const keysOf: KeyReader = (kind, tables, history) => {
  const table = tables.entities[kind];
  if (table === undefined) return NO_KEYS;
  const { number } = history;
  const keys = keysByTable.get(table) ?? keysAfter(kind, table, history) ?? allKeys(table);
  keysByTable.set(table, keys);
  if (history.keys.get(kind)?.number !== number) history.keys.set(kind, { number, keys });
  return keys;
};

function allKeys(table: EntityTable): readonly string[] {
  return orderedCells(table).flatMap(([pk, { value }]) => (value === undefined ? [] : [pk]));
}

/** The keys that were read last, with what has changed since; `undefined` where that is not known. */
function keysAfter(kind: string, table: EntityTable, history: ReadHistory): readonly string[] | undefined {
  const known = history.keys.get(kind);
  const steps = known && stepsSince(history, known.number);
  if (known === undefined || steps === undefined) return undefined;
  let { keys } = known;
  for (const { kinds } of steps) {
    if (!kinds.has(kind)) continue;
    const changes = kinds.get(kind);
    if (changes === undefined) return undefined;
    const { gone, arrived } = changes;
    const kept = gone.length === 0 ? keys : without(keys, gone);
    const after = arrived.length === 0 ? kept : joined(kept, arrived, table);
    if (after === undefined) return undefined;
    keys = after;
  }
  // What has come and gone again in between has changed nothing.
  if (isSameList(known.keys, keys)) return known.keys;
  succeed(known.keys, keys);
  return keys;
}

function without(keys: readonly string[], gone: readonly string[]): readonly string[] {
  const [only] = gone;
  if (gone.length > 1) {
    const all = new Set(gone);
    return keys.filter(pk => !all.has(pk));
  }
  const at = keys.indexOf(only as string);
  return at < 0 ? keys : keys.slice(0, at).concat(keys.slice(at + 1));
}

function joined(
  kept: readonly string[],
  arrived: readonly Arrival[],
  table: EntityTable,
): readonly string[] | undefined {
  const last = kept.at(-1);
  const end = last === undefined ? -1 : getCell(table, last)?.order;
  // A step back in time brings records back that had been before the last.
  if (end === undefined || arrived.some(({ order }) => order < end)) return undefined;
  return kept.concat([...arrived].sort((a, b) => a.order - b.order).map(({ pk }) => pk));
}
