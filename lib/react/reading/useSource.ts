import { useCallback, useSyncExternalStore } from 'react';
import { useStore } from 'react-redux';
import type { Source } from '../../observers/Source';
import { storeObservers } from '../../observers/storeObservers';
import { useServerSnapshot } from './useServerSnapshot';

/** Reads a source, and renders again when its value has changed, and for no other reason. */
export function useSource<Value>(source: Source<Value>): Value {
  const observers = storeObservers(useStore());
  const subscribe = useCallback(
    (notify: () => void) => {
      const removals = source.observed.map(observed => observers.add({ ...observed, notify }));
      return () => {
        for (const remove of removals) remove();
      };
    },
    [observers, source],
  );
  const serverSnapshot = useServerSnapshot(observers.handle, source.value, source.from);
  return useSyncExternalStore(subscribe, source.value, serverSnapshot);
}
