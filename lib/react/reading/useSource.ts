import { useContext, useId, useSyncExternalStore } from 'react';
import { ReactReduxContext, useStore } from 'react-redux';
import type { Source } from '../../observers/Source';
import { type StoreObservers, storeObservers } from '../../observers/storeObservers';
import type { StoreHandle } from '../../store/StoreHandle';
import { sliceAt } from '../../store/sliceAt';

/**
 * The observers of the provided store.
 *
 * @throws {UsageError} when the store lacks the middleware or the slice
 */
export function useObservers(): StoreObservers {
  return storeObservers(useStore());
}

/** Reads a source, and renders again only when its value changes. */
export function useSource<Value>({ handle }: StoreObservers, source: Source<Value>): Value {
  return useSyncExternalStore(source.subscribe, source.value, useServerSnapshot(handle, source));
}

/**
 * What a component reads during server rendering and hydration: the state that the server had, if it was passed on (by
 * `streamState`, or as `serverState` of the `Provider`); otherwise the current state.
 */
function useServerSnapshot<Value>(handle: StoreHandle, source: Source<Value>): () => Value {
  const id = useId();
  const getServerState = useContext(ReactReduxContext)?.getServerState;
  return () => {
    if (handle.rendering !== undefined) return handle.rendering.read(id, state => source.from(state));
    const state = getServerState && sliceAt(getServerState(), handle.reducerPath);
    return state === undefined ? source.value() : source.from(state);
  };
}
