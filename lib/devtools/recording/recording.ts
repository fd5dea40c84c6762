import type { Store, UnknownAction } from 'redux';
import { travel } from '../../actions/travel';
import { isMovedByTools } from '../../log/logRecorder';
import { getOrCreate } from '../../plain/getOrCreate';
import type { Observer } from '../../store/Observer';
import { handleOf, type SentRequest, type StoreHandle } from '../../store/StoreHandle';
import type { DataState } from '../../types/State';
import type { Entry, LoggedAction } from './Entry';
import type { OpenedLog } from './openedLog';
import { recordedEntries } from './recordedEntries';
import { type ReaderCounts, watchedReaders } from './watchedReaders';

/** Which log is shown, and at which of its times the app is. */
export interface Viewed {
  /** The log of a file, in place of the app's. */
  readonly opened?: OpenedLog;
  /** Id of the entry after which the app is shown; 0 for the start, absent for the end. */
  readonly after?: number;
}

/** What is recorded of one store from the first render of the panel on. */
export interface Recording {
  /** Distinguishes it from other stores' recordings. */
  readonly id: number;
  readonly handle: StoreHandle;
  /** The latest entries, in order; a new array whenever an entry is added. */
  entries(): readonly Entry[];
  /** The state that the store shows. */
  state(): DataState;
  /** Calls the listener, at most once a frame, when something may have changed; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Moves the store to a state; without one, back to the present. */
  show(state?: DataState): void;
  /** What all panels of this store show; it outlives them. */
  viewed(): Viewed;
  view(viewed: Viewed): void;
  isPast(): boolean;
  /** Whether Redux DevTools shows the past, and only it can return from there. */
  isMovedByTools(): boolean;
  clear(): void;
  /** A request of this store by the action that began it, if it was recorded. */
  sentBy(action: LoggedAction | undefined): SentRequest | undefined;
  /** How often a reader was notified while there were subscribers. */
  countsOf(observer: Observer): ReaderCounts;
}

const recordings = new WeakMap<Store, Recording>();
let recordingCount = 0;

/**
 * The recording of a store. It begins at the first call, with what a recorder holds, and adds nothing to the store.
 *
 * @throws {UsageError} when the store lacks the middleware of a data client
 */
export function recordingOf(store: Store): Recording {
  return getOrCreate(recordings, store, () => record(store));
}

function record(store: Store): Recording {
  const handle = handleOf(store.dispatch);
  const listeners = new Set<() => void>();
  /** By the `meta` of the action that began it. */
  const sent = new WeakMap<object, SentRequest>();
  const entries = recordedEntries(handle, notifyListeners);
  const readers = watchedReaders(handle, entries, notifyListeners);
  let viewed: Viewed = {};
  let isNotifyPending = false;
  let unsubscribe = () => {};
  let unwatch = () => {};

  function notifyListeners() {
    if (isNotifyPending || listeners.size === 0) return;
    isNotifyPending = true;
    const notify = () => {
      isNotifyPending = false;
      for (const listener of listeners) listener();
    };
    // A background page draws no frames.
    if (typeof requestAnimationFrame === 'function' && !document.hidden) requestAnimationFrame(notify);
    else setTimeout(notify, 16);
  }

  handle.noteRequest = request => {
    sent.set(request.action.meta, request);
    notifyListeners();
  };

  return {
    id: recordingCount++,
    handle,
    entries: entries.latest,
    state: handle.getState,
    subscribe(listener) {
      // A closed panel adds no subscriber to the store.
      if (listeners.size === 0) {
        unsubscribe = store.subscribe(() => {
          readers.noteChange();
          notifyListeners();
        });
        unwatch = readers.watch();
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
      readers.noteTravel();
      store.dispatch(travel(state) as UnknownAction);
    },
    viewed: () => viewed,
    view(next) {
      viewed = next;
      // At once, because the user moved a slider.
      for (const listener of listeners) listener();
    },
    isPast: handle.isPast,
    isMovedByTools: () => isMovedByTools(handle),
    clear: entries.clear,
    sentBy: action => action?.meta && sent.get(action.meta),
    countsOf: readers.countsOf,
  };
}
