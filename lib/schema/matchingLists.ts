import { getOrCreate, newMap } from '../plain/getOrCreate';
import { notesOf } from '../plain/versionNotes';
import { diffTables } from '../tables/diffTables';
import { forEachCell } from '../tables/iterate';
import type { Table } from '../tables/Table';
import { collectionKey } from './collectionKey';
import { type FilteredLists, type Filters, filtersOf } from './listFilters';

type Lists = Table<unknown, unknown>;

/** Lists that share some filters: those without others, and the rest by their next filter and its value. */
interface Filed {
  readonly pks: Set<string>;
  readonly next: Map<string, Map<string, Filed>>;
}

/** An index of lists by all of their filters. */
interface Cabinet extends Filed {
  /** The indexed version: at most one is kept, that of the last write. */
  lists: Lists | undefined;
}

/**
 * Primary keys of the lists that a write may mean: each of their filters has one of the write's values.
 *
 * The cost grows with what it finds, and the lists added or removed since the last call. Checking all of 10 000 lists
 * took 16 ms, and so did looking up only the first filter if all lists shared that one.
 *
 * @param reader has these filters
 */
export function matchingLists(
  reader: FilteredLists,
  lists: Lists,
  valuesOf: (name: string) => readonly string[],
): readonly string[] {
  const filed = getOrCreate(
    notesOf(lists),
    reader,
    (): Cabinet => ({ ...newFiled(), lists: undefined }),
  ) as Cabinet;
  diffTables(filed.lists, lists, (pk, before, after) => {
    if (before === undefined || after === undefined)
      file(filed, filtersOf(reader, collectionKey(pk)), pk, after !== undefined);
  });
  filed.lists = lists;
  const found: string[] = [];
  find(filed, valuesOf, found);
  // A replay must find the same order, however the lists came to be indexed.
  return found.sort();
}

/**
 * Primary keys of the lists that hold one of some results.
 *
 * Scans each list: an index of all elements would need an update for each list that arrives.
 */
export function listsWith(lists: Lists, results: readonly unknown[]): readonly string[] {
  const found: string[] = [];
  const areKeys = results.every(result => typeof result === 'string');
  forEachCell(lists, (pk, { value }) => {
    // Leave it open whether a map, or a list of unions, holds them.
    if (!areKeys || !Array.isArray(value) || results.some(result => value.includes(result))) found.push(pk);
  });
  return found;
}

function find({ pks, next }: Filed, valuesOf: (name: string) => readonly string[], found: string[]) {
  for (const pk of pks) found.push(pk);
  for (const [name, byValue] of next) {
    for (const value of new Set(valuesOf(name))) {
      const below = byValue.get(value);
      if (below !== undefined) find(below, valuesOf, found);
    }
  }
}

function file({ pks, next }: Filed, [filter, ...others]: Filters, pk: string, isThere: boolean) {
  if (filter === undefined) {
    if (isThere) pks.add(pk);
    else pks.delete(pk);
    return;
  }
  const [name, value] = filter;
  const byValue = getOrCreate(next, name, newMap<string, Filed>);
  const below = getOrCreate(byValue, value, newFiled);
  file(below, others, pk, isThere);
  if (below.pks.size + below.next.size === 0) byValue.delete(value);
  if (byValue.size === 0) next.delete(name);
}

function newFiled(): Filed {
  return { pks: new Set(), next: new Map() };
}
