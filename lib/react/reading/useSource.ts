import { useCallback, useSyncExternalStore } from 'react';
import { useStore } from 'react-redux';
import type { Source } from '../../observers/Source';
import { type StoreObservers, storeObservers } from '../../observers/storeObservers';
import { useServerSnapshot } from './useServerSnapshot';

/**
 * What reads the store that is provided.
 *
 * @throws {UsageError} when the store lacks the middleware or the slice
 */
export function useObservers(): StoreObservers {
  return storeObservers(useStore());
}

/** Reads a source, and renders again when its value has changed, and for no other reason. */
export function useSource<Value>(observers: StoreObservers, source: Source<Value>): Value {
  const subscribe = useCallback(
    (notify: () => void) => {
      const removals = source.observed.map(observed =>
        observers.add({ ...observed, notify, shown: source.value }),
      );
      return () => {
        for (const remove of removals) remove();
      };
    },
    [observers, source],
  );
  const serverSnapshot = useServerSnapshot(observers.handle, source.value, source.from);
  return useSyncExternalStore(subscribe, source.value, serverSnapshot);
}
