import type { Store, UnknownAction } from 'redux';
import { stepOf } from '../../actions/reductions';
import { travel } from '../../actions/travel';
import { someRecord } from '../../denormalize/dependenciesOf';
import { DEFAULT_LOG_LIMIT, isMovedByTools } from '../../log/logRecorder';
import { attempt } from '../../plain/attempt';
import { kept } from '../../plain/kept';
import { viewOf } from '../../selectors/viewOf';
import { presentOf } from '../../slice/timeTravel';
import type { Observer } from '../../store/Observer';
import { type HeldLog, handleOf, type SentRequest, type StoreHandle } from '../../store/StoreHandle';
import { getCell, getValue } from '../../tables/getCell';
import type { DataState } from '../../types/State';
import { readerOf } from '../explain/readersOf';
import { type Entry, isLogged, type LoggedAction, REPLACED, timeOfAction } from './Entry';
import type { OpenedLog } from './openedLog';

/** How often a reader was notified, and has rendered for it. */
export interface ReaderCounts {
  notified: number;
  rendered: number;
  /** Id of the entry for which it last rendered; `travel` where the app was moved in time. */
  last: number | 'travel' | undefined;
}

/** Which log is looked at, and at which time of it the app is shown. */
export interface Viewed {
  /** The log of a file, in place of that of the app. */
  readonly opened?: OpenedLog;
  /** Id of the entry after which the app is shown; 0 for the start, left out for the end. */
  readonly after?: number;
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
  /** What panels of this store look at, however many there are and have been. */
  viewed(): Viewed;
  view(viewed: Viewed): void;
  isPast(): boolean;
  /** Whether Redux DevTools shows that, from where nothing else leads back. */
  isMovedByTools(): boolean;
  clear(): void;
  /** A request of this store, by the action that began it, as far as it was noted. */
  sentBy(action: LoggedAction | undefined): SentRequest | undefined;
  /** How often a reader was notified while someone was subscribed. */
  countsOf(observer: Observer): ReaderCounts;
}

/** How many entries are kept. */
const LIMIT = 2 * DEFAULT_LOG_LIMIT;

const recordings = new WeakMap<Store, Recording>();
let recorded = 0;

/**
 * The recording of a store; it begins with the first call, with what a recorder has kept, and adds nothing to the store.
 *
 * @throws {UsageError} when the store has not the middleware of a data client
 */
export function recordingOf(store: Store): Recording {
  return kept(recordings, store, () => record(store));
}

function record(store: Store): Recording {
  const handle = handleOf(store.dispatch);
  /** Written in place: while the panel is closed, an action costs no more than its entry. */
  const written = entriesOf(handle.held?.());
  const listeners = new Set<() => void>();
  const counts = new WeakMap<Observer, ReaderCounts>();
  /** The readers that are watched, with what notified each before. */
  const watched = new Map<Observer, () => void>();
  /** The counts of readers that have left in this turn, by what they read. */
  const left = new Map<string, ReaderCounts[]>();
  /** By the `meta` of the action that began it. */
  const sent = new WeakMap<object, SentRequest>();
  let latest: readonly Entry[] | undefined;
  let viewed: Viewed = {};
  let nextId = (written.at(-1)?.id ?? 0) + 1;
  /** Id of the last entry that subscribers have been notified of. */
  let told = 0;
  /** How many actions are not through yet: subscribers dispatch within others. */
  let depth = 0;
  let isTravelling = false;
  /** Whether the outermost action meets a store that Redux DevTools has moved. */
  let isElsewhere = false;
  let isAwaited = false;
  let unsubscribe = () => {};
  let unwatch = () => {};
  /** Where the app has got to, also while the panel shows it at another time. */
  const present = () => presentOf(handle.getState());

  /** Called by the store when it has changed. */
  function changed() {
    const upTo = nextId - 1;
    // Readers that have mounted later are notified after this.
    queueMicrotask(() => {
      told = upTo;
      isTravelling = false;
    });
    tell();
  }

  function tell() {
    if (isAwaited || listeners.size === 0) return;
    isAwaited = true;
    const notify = () => {
      isAwaited = false;
      for (const listener of listeners) listener();
    };
    // A page in the background draws no frames.
    if (typeof requestAnimationFrame === 'function' && !document.hidden) requestAnimationFrame(notify);
    else setTimeout(notify, 16);
  }

  handle.noteRequest = request => {
    sent.set(request.action.meta, request);
    tell();
  };

  handle.tap = (action, next) => {
    if (!isLogged(action)) return next(action);
    if (depth === 0) isElsewhere = isMovedByTools(handle);
    const last = written.at(-1);
    const before = (isElsewhere ? last?.after : undefined) ?? present();
    const at = Date.now();
    // Kept for a replacement before it, which is noticed later where Redux DevTools shows another time.
    const gap = nextId++;
    if (depth === 0 && last !== undefined && last.after !== before)
      written.push(replaced(gap, last.after, before, at));
    const entry: Writable = { id: nextId++, action, before, after: before, at };
    // In its place before a subscriber dispatches the next one.
    written.push(entry);
    if (written.length > 2 * LIMIT) written.splice(0, LIMIT);
    latest = undefined;
    depth++;
    try {
      return next(action);
    } finally {
      depth--;
      const step = isElsewhere ? stepOf(action) : undefined;
      if (step !== undefined) {
        entry.before = step.before;
        // Skipped actions are gone: this one goes on without them.
        if (depth === 0 && last !== undefined && last.after !== step.before)
          written.splice(written.lastIndexOf(entry), 0, replaced(gap, last.after, step.before, at));
      }
      entry.after = beforeNext(entry) ?? step?.after ?? present();
      latest = undefined;
      tell();
    }
  };

  /** The state before the next entry, where a subscriber has dispatched one meanwhile. */
  function beforeNext(entry: Entry): DataState | undefined {
    const index = written.lastIndexOf(entry);
    return index < 0 ? undefined : written[index + 1]?.before;
  }

  /** Counts what the readers are notified of, those that mount later too; returns what ends that. */
  function watch(): () => void {
    const { observers } = handle;
    const { add } = observers;
    told = nextId - 1;
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
  }

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
    const news = written.filter(({ id }) => id > told);
    const cause = news.length > 1 ? news.findLast(entry => concerns(entry, observer)) : undefined;
    return (cause ?? news.at(-1))?.id ?? 'travel';
  }

  function countsOf(observer: Observer): ReaderCounts {
    return kept(counts, observer, () => ({ notified: 0, rendered: 0, last: undefined }));
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
      if (listeners.size === 0) {
        unsubscribe = store.subscribe(changed);
        unwatch = watch();
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        unsubscribe();
        unwatch();
      };
    },
    show(state) {
      if (state === undefined && !handle.isPast()) return;
      isTravelling = true;
      store.dispatch(travel(state) as UnknownAction);
    },
    viewed: () => viewed,
    view(now) {
      viewed = now;
      // At once: a person has moved a slider.
      for (const listener of listeners) listener();
    },
    isPast: handle.isPast,
    isMovedByTools: () => isMovedByTools(handle),
    clear() {
      written.length = 0;
      latest = undefined;
      tell();
    },
    sentBy: action => action?.meta && sent.get(action.meta),
    countsOf,
  };
}

/** What a recorder holds, as entries: with the very states that the store has been in. */
function entriesOf(
  { entries, after }: HeldLog = { entries: [], after: undefined, redact: undefined },
): Writable[] {
  const written: Writable[] = [];
  for (const [i, { action, before }] of entries.entries()) {
    const next = entries[i + 1]?.before ?? after;
    const at = Math.max(written.at(-1)?.at ?? 0, timeOfAction(action));
    if (before !== undefined && next !== undefined)
      written.push({ id: i + 1, action: action as LoggedAction, before, after: next, at });
  }
  return written;
}

function replaced(id: number, before: DataState, after: DataState, at: number): Entry {
  return { id, action: { type: REPLACED }, before, after, at };
}

/** An entry whose action is not through yet. */
type Writable = { -readonly [Field in keyof Entry]: Entry[Field] };

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
