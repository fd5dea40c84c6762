import { someRecord } from '../../denormalize/dependenciesOf';
import { attempt } from '../../plain/attempt';
import { kept } from '../../plain/kept';
import { viewOf } from '../../selectors/viewOf';
import type { Observer } from '../../store/Observer';
import type { StoreHandle } from '../../store/StoreHandle';
import { getCell, getValue } from '../../tables/getCell';
import { readerOf } from '../explain/readersOf';
import type { Entry } from './Entry';
import type { RecordedEntries } from './recordedEntries';

/** How often a reader was notified, and has rendered for it. */
export interface ReaderCounts {
  notified: number;
  rendered: number;
  /** Id of the entry for which it last rendered; `travel` where the app was moved in time. */
  last: number | 'travel' | undefined;
}

/** What counts the renders of the readers of one store. */
export interface WatchedReaders {
  /** Counts what the readers are notified of, those that mount later too; returns what ends that. */
  watch(): () => void;
  countsOf(observer: Observer): ReaderCounts;
  /** Notes that the store was moved to another time: what renders next does so for that. */
  noteTravel(): void;
  /** Notes that the store has changed: what readers are notified of in this turn is caused by what is recorded by now. */
  noteChange(): void;
}

/**
 * Counts the renders of the readers of a store, and finds out which entry has caused the last of each.
 *
 * @param tell called when a reader mounts or unmounts
 */
export function watchedReaders(
  { observers }: StoreHandle,
  entries: RecordedEntries,
  tell: () => void,
): WatchedReaders {
  const counts = new WeakMap<Observer, ReaderCounts>();
  /** The readers that are watched, with what notified each before. */
  const watched = new Map<Observer, () => void>();
  /** The counts of readers that have left in this turn, by what they read. */
  const left = new Map<string, ReaderCounts[]>();
  /** Id of the last entry that subscribers have been notified of. */
  let told = 0;
  let isTravelling = false;

  function count(observer: Observer) {
    const own = countsOf(observer);
    const { notify } = observer;
    watched.set(observer, notify);
    observer.left = () => {
      if (left.size === 0) queueMicrotask(() => left.clear());
      kept(left, readBy(observer), (): ReaderCounts[] => []).push(own);
    };
    let shown = shownBy(observer);
    let isRendering = false;
    observer.notify = () => {
      own.notified++;
      const cause = isTravelling ? 'travel' : causeOf(observer);
      // It compares what it shows, and renders once for all that has changed when this turn ends.
      notify();
      const now = shownBy(observer);
      if (now === shown) return;
      shown = now;
      own.last = cause;
      if (isRendering) return;
      isRendering = true;
      own.rendered++;
      queueMicrotask(() => {
        isRendering = false;
      });
    };
  }

  /** The entry that concerns an observer, of those that subscribers have not been notified of; without any the store was moved. */
  function causeOf(observer: Observer): number | 'travel' {
    const news = entries.after(told);
    const cause = news.length > 1 ? news.findLast(entry => concerns(entry, observer)) : undefined;
    return (cause ?? news.at(-1))?.id ?? 'travel';
  }

  const countsOf = (observer: Observer) =>
    kept(counts, observer, (): ReaderCounts => ({ notified: 0, rendered: 0, last: undefined }));

  return {
    watch() {
      const { add } = observers;
      told = entries.lastId();
      for (const observer of observers) count(observer);
      observers.add = observer => {
        // Hot reloading replaces the observer of a hook, which stays the same reader.
        const former = left.size > 0 ? left.get(readBy(observer))?.shift() : undefined;
        if (former !== undefined) counts.set(observer, former);
        count(observer);
        tell();
        const remove = add(observer);
        return () => {
          watched.delete(observer);
          remove();
          tell();
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
      const upTo = entries.lastId();
      // Readers that have mounted later are notified after this.
      queueMicrotask(() => {
        told = upTo;
        isTravelling = false;
      });
    },
  };
}

/** What an observer reads, and its name, as a text. */
function readBy(observer: Observer): string {
  const { key, name, endpointName, schemaName, args } = readerOf(observer);
  const read = [key, name, endpointName, schemaName];
  // Where there is no key, the arguments tell queries apart.
  return attempt(() => JSON.stringify(key === undefined ? [read, args] : read)) ?? '';
}

/** What the component of an observer shows. What cannot be read tells nothing here: the component is told. */
function shownBy({ shown }: Observer): unknown {
  return attempt(() => shown?.());
}

/** Whether a step changed what an observer reads: its response, its request in flight, or a record. */
function concerns({ before, after }: Entry, { observed }: Observer): boolean {
  if (before === after) return false;
  const { key } = observed;
  const [was, is] = [viewOf(before), viewOf(after)];
  if (
    key !== undefined &&
    (getCell(was.endpoints, key) !== getCell(is.endpoints, key) ||
      getCell(before.inflight, key) !== getCell(after.inflight, key))
  )
    return true;
  const made = attempt(() => observed.memo());
  return (
    made !== undefined &&
    someRecord(made, (kind, pk) => getValue(was.entities[kind], pk) !== getValue(is.entities[kind], pk))
  );
}
