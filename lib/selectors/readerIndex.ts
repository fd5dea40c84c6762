import { dependenciesOf } from '../denormalize/dependenciesOf';
import type { Memo, Ref } from '../denormalize/Memo';
import type { Reader } from '../store/Reader';
import { diffTables } from '../tables/diffTables';
import type { DataState, Entities } from '../types/State';
import { viewOf } from './viewOf';

/** Past this many records, a reader is indexed by their kinds alone. */
const MAX_INDEXED_RECORDS = 64;

/** All readers of one store, by what each depends on. */
export interface ReaderIndex {
  /** Adds a reader; returns what takes it out again. */
  add(reader: Reader): () => void;
  /** Wakes the readers of whatever differs between the last state and this one. */
  update(state: DataState): void;
}

/**
 * Finds the readers that a new state concerns without asking the others.
 *
 * What differs is read off the tables themselves: two versions share all that
 * they have in common, so the cost is that of the difference, be it one action,
 * a jump in time or an optimistic update.
 */
export function readerIndex(initial: DataState): ReaderIndex {
  const byRequest = new Map<string, Set<Reader>>();
  const byKind = new Map<string, Set<Reader>>();
  const byRecord = new Map<string, Map<string, Set<Reader>>>();
  const places = new Map<Reader, { memo: Memo | undefined; leave: () => void }>();
  let last = initial;

  function index(reader: Reader) {
    const memo = memoOf(reader);
    const place = places.get(reader);
    if (place !== undefined && place.memo === memo) return;
    place?.leave();
    places.set(reader, { memo, leave: memo === undefined ? nothing : enter(reader, memo) });
  }

  function enter(reader: Reader, memo: Memo): () => void {
    const { records, kinds } = dependenciesOf(memo);
    const all = records.length > MAX_INDEXED_RECORDS ? new Set([...kinds, ...records.map(kindOf)]) : kinds;
    const sets = [...all].map(kind => join(byKind, kind, reader));
    if (records.length <= MAX_INDEXED_RECORDS) {
      for (const { kind, pk } of records) {
        const ofKind = byRecord.get(kind) ?? new Map<string, Set<Reader>>();
        byRecord.set(kind, ofKind);
        sets.push(join(ofKind, pk, reader));
      }
    }
    return () => {
      for (const leave of sets) leave();
    };
  }

  function concerned(before: DataState, after: DataState): Set<Reader> {
    const found = new Set<Reader>();
    const take = (readers: Iterable<Reader> = []) => {
      for (const reader of readers) found.add(reader);
    };
    const [viewBefore, viewAfter] = [viewOf(before), viewOf(after)];
    diffTables(viewBefore.endpoints, viewAfter.endpoints, key => take(byRequest.get(key)));
    diffTables(before.inflight, after.inflight, key => take(byRequest.get(key)));
    for (const kind of changedKinds(viewBefore.entities, viewAfter.entities)) {
      let isChanged = false;
      const ofKind = byRecord.get(kind);
      diffTables(viewBefore.entities[kind], viewAfter.entities[kind], (pk, cellBefore, cellAfter) => {
        if (cellBefore?.value === cellAfter?.value) return;
        isChanged = true;
        take(ofKind?.get(pk));
      });
      if (isChanged) take(byKind.get(kind));
    }
    return found;
  }

  return {
    add(reader) {
      const leaveRequest = reader.key === undefined ? nothing : join(byRequest, reader.key, reader);
      index(reader);
      return () => {
        leaveRequest();
        places.get(reader)?.leave();
        places.delete(reader);
      };
    },
    update(state) {
      if (state === last) return;
      const before = last;
      last = state;
      for (const reader of concerned(before, state)) {
        if (!places.has(reader)) continue;
        reader.wake();
        if (places.has(reader)) index(reader);
      }
    },
  };
}

function nothing() {}

/** A reader whose reading throws hears of its request alone, and keeps no other reader from hearing. */
function memoOf(reader: Reader): Memo | undefined {
  try {
    return reader.memo();
  } catch {
    return undefined;
  }
}

function kindOf({ kind }: Ref): string {
  return kind;
}

function join<Key>(index: Map<Key, Set<Reader>>, key: Key, reader: Reader): () => void {
  const readers = index.get(key) ?? new Set<Reader>();
  index.set(key, readers.add(reader));
  return () => {
    readers.delete(reader);
    if (readers.size === 0 && index.get(key) === readers) index.delete(key);
  };
}

function changedKinds(before: Entities, after: Entities): readonly string[] {
  if (before === after) return [];
  const kinds = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...kinds].filter(kind => before[kind] !== after[kind]);
}
