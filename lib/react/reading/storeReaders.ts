import type { Store } from 'redux';
import { type ReaderIndex, readerIndex } from '../../selectors/readerIndex';
import type { Reader } from '../../store/Reader';
import { handleOf, type StoreHandle } from '../../store/StoreHandle';

/** What the hooks know of one store. */
export interface StoreReaders {
  readonly handle: StoreHandle;
  /** Adds a reader; returns what takes it out again. The store is subscribed to while there is any. */
  add(reader: Reader): () => void;
  /** Fulfilled when the store, moved to an earlier time, is back in the present; one promise for all who wait. */
  untilPresent(): Promise<void>;
}

const known = new WeakMap<Store, StoreReaders>();

/**
 * The readers of a store: one subscription for all of them.
 *
 * @throws {SetupError} when the store lacks the middleware or the slice
 */
export function storeReaders(store: Store): StoreReaders {
  const readers = known.get(store) ?? createReaders(store);
  known.set(store, readers);
  return readers;
}

function createReaders(store: Store): StoreReaders {
  const handle = handleOf(store.dispatch);
  let index: ReaderIndex | undefined;
  let unsubscribe = () => {};
  let count = 0;
  let present: Promise<void> | undefined;

  function nextPresent(): Promise<void> {
    return new Promise(resolve => {
      const stop = store.subscribe(() => {
        if (handle.isPast()) return;
        stop();
        present = undefined;
        resolve();
      });
    });
  }

  return {
    handle,
    untilPresent() {
      present ??= nextPresent();
      return present;
    },
    add(reader) {
      if (index === undefined) {
        const fresh = readerIndex(handle.getState());
        index = fresh;
        unsubscribe = store.subscribe(() => fresh.update(handle.getState()));
      }
      const leave = index.add(reader);
      const unmount = handle.readers.add(reader);
      count++;
      return () => {
        leave();
        unmount();
        count--;
        if (count > 0) return;
        unsubscribe();
        index = undefined;
      };
    },
  };
}
