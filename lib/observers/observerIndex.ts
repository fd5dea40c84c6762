import { type Dependencies, dependenciesOf } from '../denormalize/dependenciesOf';
import type { Memo } from '../denormalize/Memo';
import { attempt } from '../plain/attempt';
import { getOrCreate } from '../plain/getOrCreate';
import { Multimap, newMultimap } from '../plain/Multimap';
import { doubtsAmong } from '../selectors/doubtsAmong';
import { viewOf } from '../selectors/viewOf';
import type { Observer } from '../store/Observer';
import type { StoreHandle } from '../store/StoreHandle';
import { diffKinds } from '../tables/diffKinds';
import { diffTables } from '../tables/diffTables';
import { getCell, getValue } from '../tables/getCell';
import type { DataState } from '../types/State';

/** With more records than this, an observer is indexed only by their kinds. */
const MAX_INDEXED_RECORDS = 64;

/** All observers of one store, indexed by what each depends on. */
export interface ObserverIndex {
  /** Adds an observer; returns its entry in the index. */
  add(observer: Observer): Entry;
  remove(entry: Entry): void;
  /**
   * Notifies the observers of everything that differs from the last state; returns whether any of these shows a
   * record in doubt.
   */
  update(state: DataState): boolean;
}

/** An observer in the index. */
export interface Entry {
  readonly observer: Observer;
  isMounted: boolean;
  /** What its value was made from, and the places in the index that follow from it. */
  memo: Memo | undefined;
  places: Dependencies;
}

/**
 * Finds the observers that a new state concerns without touching the others.
 *
 * Compares the tables themselves: two versions share all that they have in common, so the cost is that of the
 * difference, be it one action, a jump in time or an optimistic update.
 */
export function observerIndex({ getState }: StoreHandle): ObserverIndex {
  const byKind = new Multimap<string, Entry>();
  const byRecord = new Map<string, Multimap<string, Entry>>();
  const byRequest = new Multimap<string, Entry>();
  /** Observers whose request failed: a record that comes again may change what they show, even if it is unchanged. */
  const failed = new Set<Entry>();
  let last = getState();

  function index(entry: Entry) {
    const { key } = entry.observer.observed;
    if (key !== undefined && getCell(viewOf(last).endpoints, key)?.meta.error !== undefined)
      failed.add(entry);
    else failed.delete(entry);
    const memo = memoOf(entry.observer);
    if (entry.memo === memo) return;
    removeFromIndex(entry);
    entry.memo = memo;
    entry.places = memo === undefined ? NO_PLACES : placesOf(memo);
    const { records, kinds } = entry.places;
    for (const { kind, pk } of records)
      getOrCreate(byRecord, kind, newMultimap<string, Entry>).put(pk, entry);
    for (const kind of kinds) byKind.put(kind, entry);
  }

  function removeFromIndex(entry: Entry) {
    const { records, kinds } = entry.places;
    for (const { kind, pk } of records) byRecord.get(kind)?.remove(pk, entry);
    for (const kind of kinds) byKind.remove(kind, entry);
  }

  function affectedEntries(before: DataState, after: DataState): Set<Entry> {
    const affected = new Set<Entry>();
    const add = (entry: Entry) => affected.add(entry);
    const kinds = new Set<string>();
    /** Kinds of records that came again unchanged. */
    const repeated = new Set<string>();
    const addFailed = (entry: Entry) => failed.has(entry) && add(entry);
    const note = (kind: string, pk: string) => {
      kinds.add(kind);
      byRecord.get(kind)?.each(pk, add);
    };
    const [viewBefore, viewAfter] = [viewOf(before), viewOf(after)];
    diffTables(viewBefore.endpoints, viewAfter.endpoints, key => byRequest.each(key, add));
    diffTables(before.inflight, after.inflight, (key, cellBefore, cellAfter) => {
      byRequest.each(key, add);
      for (const { record } of [...(cellBefore?.value ?? []), ...(cellAfter?.value ?? [])]) {
        if (record === undefined) continue;
        note(record.kind, record.pk);
        // Its readers may by now be indexed by the key that the server gave.
        const realKey = getValue(after.aliases, record.pk);
        if (realKey !== undefined) note(record.kind, realKey);
      }
    });
    if (before.doubts !== after.doubts) {
      for (const doubts of [before.doubts, after.doubts]) {
        for (const [kind, records] of Object.entries(doubts)) {
          for (const pk of Object.keys(records)) note(kind, pk);
        }
      }
    }
    diffKinds(viewBefore.entities, viewAfter.entities, (kind, pk, cellBefore, cellAfter) => {
      if (cellBefore?.value !== cellAfter?.value) note(kind, pk);
      else if (failed.size > 0) {
        repeated.add(kind);
        byRecord.get(kind)?.each(pk, addFailed);
      }
    });
    for (const kind of repeated) byKind.each(kind, addFailed);
    // The first table of a kind, even if empty, makes it possible to list all of that kind.
    for (const kind of Object.keys({ ...viewBefore.entities, ...viewAfter.entities }))
      if (!viewBefore.entities[kind] !== !viewAfter.entities[kind]) kinds.add(kind);
    // A record that gets into an index may itself be unchanged.
    for (const kind of Object.keys(viewAfter.indexes))
      if (viewBefore.indexes[kind] !== viewAfter.indexes[kind]) kinds.add(kind);
    // For a record that was never received, only the tombstone changes.
    diffKinds(viewBefore.deleted, viewAfter.deleted, note);
    for (const kind of kinds) byKind.each(kind, add);
    return affected;
  }

  return {
    add(observer) {
      const { key } = observer.observed;
      const entry: Entry = { observer, isMounted: true, memo: undefined, places: NO_PLACES };
      if (key !== undefined) byRequest.put(key, entry);
      index(entry);
      return entry;
    },
    remove(entry) {
      const { key } = entry.observer.observed;
      entry.isMounted = false;
      failed.delete(entry);
      removeFromIndex(entry);
      if (key !== undefined) byRequest.remove(key, entry);
    },
    update(state) {
      const before = last;
      let hasDoubts = false;
      if (state === last) return hasDoubts;
      last = state;
      for (const entry of affectedEntries(before, state)) {
        if (!entry.isMounted) continue;
        entry.observer.notify();
        if (entry.isMounted) index(entry);
        hasDoubts ||= doubtsAmong(state.doubts, entry.memo) !== undefined;
      }
      return hasDoubts;
    },
  };
}

/** An observer whose read throws is notified only of its request, and does not keep others from being notified. */
function memoOf(observer: Observer): Memo | undefined {
  return attempt(() => observer.observed.memo());
}

/** The records that a value depends on; for many records and for long lists only the kinds. */
function placesOf(memo: Memo): Dependencies {
  const { records, kinds } = dependenciesOf(memo);
  if (records.length <= MAX_INDEXED_RECORDS) return { records, kinds };
  return { records: [], kinds: new Set([...kinds, ...records.map(({ kind }) => kind)]) };
}

const NO_PLACES: Dependencies = { records: [], kinds: new Set() };
