import type { Store, UnknownAction } from 'redux';
import { travel } from '../actions/travel';
import { DEFAULT_LOG_LIMIT, type LogRecorder } from '../log/logRecorder';
import { attempt } from '../plain/attempt';
import { kept } from '../plain/kept';
import { presentOf } from '../slice/timeTravel';
import type { Observer } from '../store/Observer';
import { handleOf, type StoreHandle } from '../store/StoreHandle';
import { getCell } from '../tables/getCell';
import type { DataState } from '../types/State';
import { type Entry, isOwn } from './Entry';
import { openedLog } from './openedLog';

/** How often a reader was notified, and what it shows has changed. */
export interface ReaderCounts {
  notified: number;
  updated: number;
  /** Id of the entry of the last update. */
  last: number | undefined;
}

/** What is recorded of one store from the moment at which the panel is first rendered. */
export interface Recording {
  /** Tells it from the recordings of other stores. */
  readonly id: number;
  readonly handle: StoreHandle;
  /** The latest entries, in order; another array whenever there is another entry. */
  entries(): readonly Entry[];
  /** The state that the store shows. */
  state(): DataState;
  /** Calls back, at most once a frame, when something may have changed; returns what ends that. */
  subscribe(listener: () => void): () => void;
  /** Shows the store as it was; without a state, as it is. */
  show(state?: DataState): void;
  isPast(): boolean;
  clear(): void;
  /** How often a reader was notified while someone was subscribed. */
  countsOf(observer: Observer): ReaderCounts;
}

/** How many entries are kept. */
const LIMIT = 2 * DEFAULT_LOG_LIMIT;

const recordings = new WeakMap<Store, Recording>();
let recorded = 0;

/**
 * The recording of a store; it begins with the first call, and adds nothing to the store.
 *
 * @param earlier what has recorded the store before: the recording begins with its log
 * @throws {UsageError} when the store has not the middleware of a data client
 */
export function recordingOf(store: Store, earlier?: LogRecorder): Recording {
  const recording = recordings.get(store) ?? record(store, earlier);
  recordings.set(store, recording);
  return recording;
}

function record(store: Store, earlier: LogRecorder | undefined): Recording {
  const handle = handleOf(store.dispatch);
  const listeners = new Set<() => void>();
  const counts = new WeakMap<Observer, ReaderCounts>();
  /** The readers that are watched, with what notified each before. */
  const watched = new Map<Observer, () => void>();
  // Written in place: while the panel is closed, an action costs no more than its entry.
  const written: Writable[] = earlier ? [...openedLog(earlier.log(), handle.reducerPath).entries] : [];
  let latest: readonly Entry[] | undefined;
  let nextId = written.length + 1;
  let isAwaited = false;
  let unsubscribe = () => {};
  /** Where the app has got to, also while the panel shows it at another time. */
  const present = () => presentOf(handle.getState());

  function changed() {
    if (isAwaited || listeners.size === 0) return;
    isAwaited = true;
    const notify = () => {
      isAwaited = false;
      if (listeners.size > 0) watch();
      for (const listener of listeners) listener();
    };
    // A page in the background draws no frames.
    if (typeof requestAnimationFrame === 'function' && !document.hidden) requestAnimationFrame(notify);
    else setTimeout(notify, 16);
  }

  handle.tap = (action, next) => {
    if (!isOwn(action)) return next(action);
    const [before, at] = [present(), Date.now()];
    // A jump of Redux DevTools shows a state of which nothing tells the present.
    if (handle.isPast() && before === handle.getState()) return next(action);
    const id = nextId++;
    const entry: Writable = { id, action, before, after: before, at };
    // In its place before a subscriber dispatches the next one.
    written.push(entry);
    if (written.length > 2 * LIMIT) written.splice(0, LIMIT);
    latest = undefined;
    try {
      return next(action);
    } finally {
      entry.after = beforeNext(entry) ?? present();
      latest = undefined;
      changed();
    }
  };

  /** The state before the next entry, where a subscriber has dispatched one meanwhile. */
  function beforeNext(entry: Entry): DataState | undefined {
    const index = written.lastIndexOf(entry);
    return index < 0 ? undefined : written[index + 1]?.before;
  }

  /** Counts what the mounted readers are notified of, until `unwatch`. */
  function watch() {
    const mounted = new Set(handle.observers);
    for (const observer of watched.keys()) if (!mounted.has(observer)) watched.delete(observer);
    for (const observer of mounted) if (!watched.has(observer)) count(observer);
  }

  function unwatch() {
    for (const [observer, notify] of watched) observer.notify = notify;
    watched.clear();
  }

  function count(observer: Observer) {
    const own = countsOf(observer);
    const { notify } = observer;
    watched.set(observer, notify);
    let shown = shownBy(observer);
    observer.notify = () => {
      own.notified++;
      const now = shownBy(observer);
      if (now.some((part, i) => part !== shown[i])) {
        own.updated++;
        own.last = nextId - 1;
      }
      shown = now;
      notify();
    };
  }

  function countsOf(observer: Observer): ReaderCounts {
    return kept(counts, observer, () => ({ notified: 0, updated: 0, last: undefined }));
  }

  /** What a reader shows is made from: its records, data of the response itself, or why there is none. */
  function shownBy({ key, memo }: Observer): readonly unknown[] {
    const cell = key === undefined ? undefined : getCell(handle.getState().endpoints, key);
    // A reading that fails tells nothing here: the component that reads it is told.
    return [attempt(memo), cell?.value, cell?.meta.error];
  }

  return {
    id: recorded++,
    handle,
    entries() {
      latest ??= written.slice(-LIMIT);
      return latest;
    },
    state: handle.getState,
    subscribe(listener) {
      // While the panel is closed the store has no subscriber more.
      if (listeners.size === 0) unsubscribe = store.subscribe(changed);
      listeners.add(listener);
      watch();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        unsubscribe();
        unwatch();
      };
    },
    show(state) {
      if (state !== undefined || handle.isPast()) store.dispatch(travel(state) as UnknownAction);
    },
    isPast: handle.isPast,
    clear() {
      written.length = 0;
      latest = undefined;
      changed();
    },
    countsOf,
  };
}

/** An entry whose action is not through yet. */
type Writable = { -readonly [Field in keyof Entry]: Entry[Field] };
