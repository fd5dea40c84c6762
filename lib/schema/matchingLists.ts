import { getOrCreate, newMap } from '../plain/getOrCreate';
import { notesOf } from '../plain/versionNotes';
import { diffTables } from '../tables/diffTables';
import { forEachCell } from '../tables/iterate';
import type { Table } from '../tables/Table';
import { collectionKey } from './collectionKey';
import { type FilteredLists, type Filters, filtersOf } from './listFilters';

type Lists = Table<unknown, unknown>;

/** Lists that share some filters: those without others, and the rest by their next filter and its value. */
interface IndexNode {
  readonly pks: Set<string>;
  readonly next: Map<string, Map<string, IndexNode>>;
}

/** An index of lists by all of their filters. */
interface ListIndex extends IndexNode {
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
  const index = getOrCreate(
    notesOf(lists),
    reader,
    (): ListIndex => ({ ...newNode(), lists: undefined }),
  ) as ListIndex;
  diffTables(index.lists, lists, (pk, before, after) => {
    if (before === undefined || after === undefined)
      update(index, filtersOf(reader, collectionKey(pk)), pk, after !== undefined);
  });
  index.lists = lists;
  const matches: string[] = [];
  collect(index, valuesOf, matches);
  // A replay must find the same order, however the lists came to be indexed.
  return matches.sort();
}

/**
 * Primary keys of the lists that hold one of some results.
 *
 * Scans each list: an index of all elements would need an update for each list that arrives.
 */
export function listsWith(lists: Lists, results: readonly unknown[]): readonly string[] {
  const holders: string[] = [];
  const areKeys = results.every(result => typeof result === 'string');
  forEachCell(lists, (pk, { value }) => {
    // Leave it open whether a map, or a list of unions, holds them.
    if (!areKeys || !Array.isArray(value) || results.some(result => value.includes(result))) holders.push(pk);
  });
  return holders;
}

function collect({ pks, next }: IndexNode, valuesOf: (name: string) => readonly string[], matches: string[]) {
  for (const pk of pks) matches.push(pk);
  for (const [name, byValue] of next) {
    for (const value of new Set(valuesOf(name))) {
      const child = byValue.get(value);
      if (child !== undefined) collect(child, valuesOf, matches);
    }
  }
}

function update({ pks, next }: IndexNode, [filter, ...others]: Filters, pk: string, isStored: boolean) {
  if (filter === undefined) {
    if (isStored) pks.add(pk);
    else pks.delete(pk);
    return;
  }
  const [name, value] = filter;
  const byValue = getOrCreate(next, name, newMap<string, IndexNode>);
  const child = getOrCreate(byValue, value, newNode);
  update(child, others, pk, isStored);
  if (child.pks.size + child.next.size === 0) byValue.delete(value);
  if (byValue.size === 0) next.delete(name);
}

function newNode(): IndexNode {
  return { pks: new Set(), next: new Map() };
}
