import type { Store } from 'redux';
import { getOrCreate } from '../plain/getOrCreate';
import type { Observer } from '../store/Observer';
import { handleOf, type StoreHandle } from '../store/StoreHandle';
import { type ObserverIndex, observerIndex } from './observerIndex';

/** All observers of one store. */
export interface StoreObservers {
  readonly handle: StoreHandle;
  /** Adds an observer; returns a function that removes it. Subscribes to the store while there is any observer. */
  add(observer: Observer): () => void;
  /** Calls back after each action; returns a function that stops it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Fulfilled as soon as a condition that is false now becomes true in the store. */
  until(isTrue: () => boolean): Promise<void>;
  /** Fulfilled when the store, moved to an earlier time, is back in the present; one promise for all callers. */
  untilPresent(): Promise<void>;
  /** Stored responses that, if shown as failures, may be fetched again before their errors expire. */
  readonly retried: WeakSet<object>;
  /** Called once these may be fetched again, for components mounted outside the boundary that shows the failure. */
  readonly retriers: Set<() => void>;
}

const observersByStore = new WeakMap<Store, StoreObservers>();

/**
 * The observers of a store: one subscription for all of them.
 *
 * @throws {UsageError} when the store lacks the middleware or the slice
 */
export function storeObservers(store: Store): StoreObservers {
  return getOrCreate(observersByStore, store, createObservers);
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
        const newIndex = observerIndex(handle);
        index = newIndex;
        unsubscribe = store.subscribe(() => {
          handle.observers.onUpdate(newIndex.update(handle.getState()));
        });
      }
      const { observed } = observer;
      const entry = index.add(observer);
      const unmount = handle.observers.add(observer);
      // Developer tools are notified through this observer.
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
