import { useSyncExternalStore } from 'react';
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
export function useSource<Value>(
  { handle }: StoreObservers,
  { value, from, subscribe }: Source<Value>,
): Value {
  return useSyncExternalStore(subscribe, value, useServerSnapshot(handle, value, from));
}
