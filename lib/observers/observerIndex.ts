import { dependenciesOf } from '../denormalize/dependenciesOf';
import type { Memo } from '../denormalize/Memo';
import { attempt } from '../plain/attempt';
import { kept, newMap, newSet } from '../plain/kept';
import { nothing } from '../plain/nothing';
import { viewOf } from '../selectors/viewOf';
import type { Observer } from '../store/Observer';
import type { StoreHandle } from '../store/StoreHandle';
import { diffKinds } from '../tables/diffKinds';
import { diffTables } from '../tables/diffTables';
import type { DataState } from '../types/State';

/** Past this many records, an observer is indexed by their kinds alone. */
const MAX_INDEXED_RECORDS = 64;

/** All observers of one store, indexed by what each depends on. */
export interface ObserverIndex {
  /** Adds an observer; returns what removes it. */
  add(observer: Observer): () => void;
  /** Notifies the observers of whatever differs between the last state and this one. */
  update(state: DataState): void;
}

/**
 * Finds the observers that a new state concerns without touching the others.
 *
 * What differs is read off the tables themselves: two versions share all that
 * they have in common, so the cost is that of the difference, be it one action,
 * a jump in time or an optimistic update.
 */
export function observerIndex({ observers, getState }: StoreHandle): ObserverIndex {
  const byKind = new Map<string, Set<Observer>>();
  const byRecord = new Map<string, Map<string, Set<Observer>>>();
  const places = new Map<Observer, { memo: Memo | undefined; leave: () => void }>();
  let last = getState();

  function index(observer: Observer) {
    const memo = memoOf(observer);
    const place = places.get(observer);
    if (place !== undefined && place.memo === memo) return;
    place?.leave();
    places.set(observer, { memo, leave: memo === undefined ? nothing : enter(observer, memo) });
  }

  function enter(observer: Observer, memo: Memo): () => void {
    const { records, kinds } = dependenciesOf(memo);
    const isSmall = records.length <= MAX_INDEXED_RECORDS;
    const leaves = (isSmall ? records : []).map(({ kind, pk }) =>
      join(kept(byRecord, kind, newMap<string, Set<Observer>>), pk, observer),
    );
    for (const kind of isSmall ? kinds : new Set([...kinds, ...records.map(({ kind }) => kind)]))
      leaves.push(join(byKind, kind, observer));
    return () => {
      for (const leave of leaves) leave();
    };
  }

  function concerned(before: DataState, after: DataState): Set<Observer> {
    const found = new Set<Observer>();
    const take = (observers: Iterable<Observer> = []) => {
      for (const observer of observers) found.add(observer);
    };
    const kinds = new Set<string>();
    const note = (kind: string, pk: string) => {
      kinds.add(kind);
      take(byRecord.get(kind)?.get(pk));
    };
    const [viewBefore, viewAfter] = [viewOf(before), viewOf(after)];
    diffTables(viewBefore.endpoints, viewAfter.endpoints, key => take(observers.of(key)));
    diffTables(before.inflight, after.inflight, (key, cellBefore, cellAfter) => {
      take(observers.of(key));
      for (const { record } of [...(cellBefore?.value ?? []), ...(cellAfter?.value ?? [])]) {
        if (record !== undefined) note(record.kind, record.pk);
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
    });
    // Of a record that never came only its tombstone changes.
    diffKinds(viewBefore.deleted, viewAfter.deleted, note);
    for (const kind of kinds) take(byKind.get(kind));
    return found;
  }

  return {
    add(observer) {
      index(observer);
      return () => {
        places.get(observer)?.leave();
        places.delete(observer);
      };
    },
    update(state) {
      if (state === last) return;
      const before = last;
      last = state;
      for (const observer of concerned(before, state)) {
        if (!places.has(observer)) continue;
        observer.notify();
        if (places.has(observer)) index(observer);
      }
    },
  };
}

/** An observer whose reading throws is notified of its request alone, and keeps no other from being notified. */
function memoOf(observer: Observer): Memo | undefined {
  return attempt(() => observer.memo());
}

function join<Key>(index: Map<Key, Set<Observer>>, key: Key, observer: Observer): () => void {
  const observers = kept(index, key, newSet<Observer>).add(observer);
  return () => {
    observers.delete(observer);
    if (observers.size === 0 && index.get(key) === observers) index.delete(key);
  };
}
