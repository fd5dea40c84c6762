import { someRecord } from '../../denormalize/dependenciesOf';
import { attempt } from '../../plain/attempt';
import { getOrCreate } from '../../plain/getOrCreate';
import { viewOf } from '../../selectors/viewOf';
import type { Observer } from '../../store/Observer';
import type { StoreHandle } from '../../store/StoreHandle';
import { getCell, getValue } from '../../tables/getCell';
import { readerOf } from '../explain/readersOf';
import type { Entry } from './Entry';
import type { RecordedEntries } from './recordedEntries';

/** How often a reader was notified, and rendered because of it. */
export interface ReaderCounts {
  notified: number;
  rendered: number;
  /** Id of the entry that caused its last render; `travel` if the app was moved in time. */
  last: number | 'travel' | undefined;
}

/** Counts the renders of the readers of one store. */
export interface WatchedReaders {
  /** Counts notifications of all readers, also of those that mount later; returns a function that stops it. */
  watch(): () => void;
  countsOf(observer: Observer): ReaderCounts;
  /** Call when the store was moved in time: it caused the next renders. */
  noteTravel(): void;
  /** Call when the store changed: the entries recorded so far caused the notifications of this turn. */
  noteChange(): void;
}

/**
 * Counts the renders of the readers of a store, and finds the entry that caused the last one of each.
 *
 * @param onReadersChanged called when a reader mounts or unmounts
 */
export function watchedReaders(
  { observers }: StoreHandle,
  entries: RecordedEntries,
  onReadersChanged: () => void,
): WatchedReaders {
  const counts = new WeakMap<Observer, ReaderCounts>();
  /** The watched readers, with the original `notify` of each. */
  const watched = new Map<Observer, () => void>();
  /** The counts of readers that unmounted in this turn, by what they read. */
  const unmounted = new Map<string, ReaderCounts[]>();
  /** Id of the last entry that subscribers were notified of. */
  let lastNotifiedId = 0;
  let isTravelling = false;

  function watchReader(observer: Observer) {
    const ownCounts = countsOf(observer);
    const { notify } = observer;
    watched.set(observer, notify);
    observer.left = () => {
      if (unmounted.size === 0) queueMicrotask(() => unmounted.clear());
      getOrCreate(unmounted, readBy(observer), (): ReaderCounts[] => []).push(ownCounts);
    };
    let lastValue = shownBy(observer);
    let isRendering = false;
    observer.notify = () => {
      ownCounts.notified++;
      const cause = isTravelling ? 'travel' : causeOf(observer);
      // The observer compares what it shows, and renders once per turn for all changes.
      notify();
      const currentValue = shownBy(observer);
      if (currentValue === lastValue) return;
      lastValue = currentValue;
      ownCounts.last = cause;
      if (isRendering) return;
      isRendering = true;
      ownCounts.rendered++;
      queueMicrotask(() => {
        isRendering = false;
      });
    };
  }

  /** The new entry that concerns an observer, or else the last new one; without any, the store was moved. */
  function causeOf(observer: Observer): number | 'travel' {
    const newEntries = entries.after(lastNotifiedId);
    const cause = newEntries.length > 1 ? newEntries.findLast(entry => concerns(entry, observer)) : undefined;
    return (cause ?? newEntries.at(-1))?.id ?? 'travel';
  }

  const countsOf = (observer: Observer) =>
    getOrCreate(counts, observer, (): ReaderCounts => ({ notified: 0, rendered: 0, last: undefined }));

  return {
    watch() {
      const { add } = observers;
      lastNotifiedId = entries.lastId();
      for (const observer of observers) watchReader(observer);
      observers.add = observer => {
        // Hot reloading replaces a hook's observer, but it is still the same reader.
        const formerCounts = unmounted.size > 0 ? unmounted.get(readBy(observer))?.shift() : undefined;
        if (formerCounts !== undefined) counts.set(observer, formerCounts);
        watchReader(observer);
        onReadersChanged();
        const remove = add(observer);
        return () => {
          watched.delete(observer);
          remove();
          onReadersChanged();
        };
      };
      return () => {
        observers.add = add;
        for (const [observer, notify] of watched) Object.assign(observer, { notify, left: undefined });
        watched.clear();
      };
    },
    countsOf,
    noteTravel() {
      isTravelling = true;
    },
    noteChange() {
      const lastId = entries.lastId();
      // Readers that mounted later are notified after this.
      queueMicrotask(() => {
        lastNotifiedId = lastId;
        isTravelling = false;
      });
    },
  };
}

/** What an observer reads, and its name, as a string. */
function readBy(observer: Observer): string {
  const { key, name, endpointName, schemaName, args } = readerOf(observer);
  const read = [key, name, endpointName, schemaName];
  // Without a key, the arguments distinguish queries.
  return attempt(() => JSON.stringify(key === undefined ? [read, args] : read)) ?? '';
}

/** What an observer's component shows. Read errors are ignored here: the component gets them. */
function shownBy({ shown }: Observer): unknown {
  return attempt(() => shown?.());
}

/** Whether an entry changed what an observer reads: its response, its request in flight, or a record. */
function concerns({ before, after }: Entry, { observed }: Observer): boolean {
  if (before === after) return false;
  const { key } = observed;
  const [viewBefore, viewAfter] = [viewOf(before), viewOf(after)];
  if (
    key !== undefined &&
    (getCell(viewBefore.endpoints, key) !== getCell(viewAfter.endpoints, key) ||
      getCell(before.inflight, key) !== getCell(after.inflight, key))
  )
    return true;
  const memo = attempt(() => observed.memo());
  return (
    memo !== undefined &&
    someRecord(
      memo,
      (kind, pk) => getValue(viewBefore.entities[kind], pk) !== getValue(viewAfter.entities[kind], pk),
    )
  );
}
