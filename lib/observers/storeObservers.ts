import type { Store } from 'redux';
import { kept } from '../plain/kept';
import type { Observer } from '../store/Observer';
import { handleOf, type StoreHandle } from '../store/StoreHandle';
import { type ObserverIndex, observerIndex } from './observerIndex';

/** All observers of one store. */
export interface StoreObservers {
  readonly handle: StoreHandle;
  /** Adds an observer; returns what removes it. The store is subscribed to while there is any. */
  add(observer: Observer): () => void;
  /** Calls back after each action; returns what ends that. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Fulfilled as soon as something is true of the store that is not so now. */
  until(isTrue: () => boolean): Promise<void>;
  /** Fulfilled when the store, moved to an earlier time, is back in the present; one promise for all that wait. */
  untilPresent(): Promise<void>;
  /** Stored responses that, where they are shown as failures, may be fetched again before their errors have expired. */
  readonly retried: WeakSet<object>;
  /** Called once these may be fetched again, for what is mounted in front of the boundary that shows the failure. */
  readonly retriers: Set<() => void>;
}

const known = new WeakMap<Store, StoreObservers>();

/**
 * The observers of a store: one subscription for all of them.
 *
 * @throws {UsageError} when the store lacks the middleware or the slice
 */
export function storeObservers(store: Store): StoreObservers {
  return kept(known, store, createObservers);
}

function createObservers(store: Store): StoreObservers {
  const handle = handleOf(store.dispatch);
  let index: ObserverIndex | undefined;
  let unsubscribe = () => {};
  let count = 0;
  let present: Promise<void> | undefined;

  function until(isTrue: () => boolean): Promise<void> {
    return new Promise(resolve => {
      const stop = store.subscribe(() => {
        if (!isTrue()) return;
        stop();
        resolve();
      });
    });
  }

  return {
    handle,
    subscribe: store.subscribe,
    until,
    untilPresent() {
      present ??= until(() => !handle.isPast()).then(() => {
        present = undefined;
      });
      return present;
    },
    retried: new WeakSet(),
    retriers: new Set(),
    add(observer) {
      if (index === undefined) {
        const fresh = observerIndex(handle);
        index = fresh;
        unsubscribe = store.subscribe(() => {
          handle.observers.onUpdate(fresh.update(handle.getState()));
        });
      }
      const { observed } = observer;
      const entry = index.add(observer);
      const unmount = handle.observers.add(observer);
      // What a tool of developers watches is notified through it.
      observed.resume?.(observer.notify);
      count++;
      return () => {
        index?.remove(entry);
        unmount();
        observed.pause?.();
        count--;
        if (count > 0) return;
        unsubscribe();
        index = undefined;
      };
    },
  };
}
