import type { Store, UnknownAction } from 'redux';
import { travel } from '../../actions/travel';
import { isMovedByTools } from '../../log/logRecorder';
import { kept } from '../../plain/kept';
import type { Observer } from '../../store/Observer';
import { handleOf, type SentRequest, type StoreHandle } from '../../store/StoreHandle';
import type { DataState } from '../../types/State';
import type { Entry, LoggedAction } from './Entry';
import type { OpenedLog } from './openedLog';
import { recordedEntries } from './recordedEntries';
import { type ReaderCounts, watchedReaders } from './watchedReaders';

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
  const listeners = new Set<() => void>();
  /** By the `meta` of the action that began it. */
  const sent = new WeakMap<object, SentRequest>();
  const entries = recordedEntries(handle, tell);
  const readers = watchedReaders(handle, entries, tell);
  let viewed: Viewed = {};
  let isAwaited = false;
  let unsubscribe = () => {};
  let unwatch = () => {};

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

  return {
    id: recorded++,
    handle,
    entries: entries.latest,
    state: handle.getState,
    subscribe(listener) {
      // While the panel is closed the store has no subscriber more.
      if (listeners.size === 0) {
        unsubscribe = store.subscribe(() => {
          readers.noteChange();
          tell();
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
    view(now) {
      viewed = now;
      // At once: a person has moved a slider.
      for (const listener of listeners) listener();
    },
    isPast: handle.isPast,
    isMovedByTools: () => isMovedByTools(handle),
    clear: entries.clear,
    sentBy: action => action?.meta && sent.get(action.meta),
    countsOf: readers.countsOf,
  };
}
