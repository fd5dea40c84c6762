import { useCallback, useSyncExternalStore } from 'react';
import { useStore } from 'react-redux';
import type { Reader } from '../../store/Reader';
import type { DataState } from '../../types/State';
import { storeReaders } from './storeReaders';
import { useServerSnapshot } from './useServerSnapshot';

/** Something that can be read of the store. */
export interface Source<Value> {
  /** The same value for as long as nothing in it changes. */
  readonly value: () => Value;
  /** What it is in another state; the same value for the same state. */
  readonly from: (state: DataState) => Value;
  /** What it depends on: whenever one of them may have changed, `value` is asked again. */
  readonly readers: readonly Omit<Reader, 'wake'>[];
}

/** Where there is nothing to read. */
export const NO_SOURCE: Source<undefined> = { value: () => undefined, from: () => undefined, readers: [] };

/** Reads a source, and renders again when its value has changed, and for no other reason. */
export function useSource<Value>(source: Source<Value>): Value {
  const store = storeReaders(useStore());
  const subscribe = useCallback(
    (wake: () => void) => {
      const leaves = source.readers.map(reader => store.add({ ...reader, wake }));
      return () => {
        for (const leave of leaves) leave();
      };
    },
    [store, source],
  );
  const serverSnapshot = useServerSnapshot(store.handle, source.value, source.from);
  return useSyncExternalStore(subscribe, source.value, serverSnapshot);
}
