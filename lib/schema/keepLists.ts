import { type KeepLists, type ListReads, listKeeper } from '../definitions/listKeeper';
import { attempt } from '../plain/attempt';
import { BELONGS } from '../types/BELONGS';
import type { CollectionRow } from '../types/State';
import { kindsIn } from './addressedRecord';
import { keyOfList } from './collectionKey';
import { isLonger } from './joins';
import { type Keeper, keeperNamed, keepersOfTables, nameOfKeeper, noteKeeper } from './keepers';
import { listOfMembers, listReads } from './listOfMembers';

/** Lets a collection maintain its members. */
export function keepMembers(keeper: Keeper): void {
  noteKeeper(keeper);
  listKeeper.keep = keepLists;
  listKeeper.reads = readsFields;
}

const readsFields: ListReads = (table, listPk, { value, meta }, fields, record) => {
  const keeper = keeperNamed(meta.keeper ?? '', keepersOfTables().get(table) ?? []);
  const list = value as CollectionRow;
  return keeper && attempt(() => listReads(keeper, list, keyOfList(listPk, list), fields, record));
};

/** Adds changed records to, and removes them from, the stored lists of collections with `belongs`. */
const keepLists: KeepLists = (write, brought) => {
  const { before, getRow: after, overlap } = write;
  for (const { list, pk, isWhole } of brought) {
    const keeper = list as Keeper;
    const row = after(list.key, pk);
    // The collection that maintains a list is the one whose response it was last.
    if (isWhole && keeper.options.belongs !== undefined && row !== undefined) {
      write.replace(list.key, pk, row, nameOfKeeper(keeper));
    }
  }
  let isReached = false;
  for (const [table, keepers] of keepersOfTables()) {
    const kinds = new Set(keepers.flatMap(({ element }) => kindsIn(element)));
    const records = [...write.changed].flatMap(([kind, pks]) =>
      [...pks].flatMap(pk => (kinds.has(kind) && after(kind, pk) !== undefined ? [{ kind, pk }] : [])),
    );
    if (records.length === 0) continue;
    isReached = true;
    const joined: string[] = [];
    const isBrought = new Set(brought.filter(({ list }) => list.key === table).map(({ pk }) => pk));
    write.forEachRow(table, (pk, row, { keeper: name }) => {
      const keeper = name === undefined || isBrought.has(pk) ? undefined : keeperNamed(name, keepers);
      if (keeper === undefined) return;
      const list = row as CollectionRow;
      const key = keyOfList(pk, list);
      const kept = listOfMembers(keeper, list, key, records, { before, after });
      if (kept === list) return;
      write.replace(table, pk, kept);
      if (records.length === 1 && isLonger(list, kept) && typeof keeper.options.addTo !== 'function')
        joined.push(pk);
    });
    // Tells responses of lists that left before this what has changed meanwhile.
    for (const { kind, pk } of records) {
      const responses = [before(kind, pk) ?? null];
      overlap.noteEffect({ kind: table, effect: BELONGS, args: [kind], results: [pk], responses, joined });
    }
  }
  return isReached;
};
