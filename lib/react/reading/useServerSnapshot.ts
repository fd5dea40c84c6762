import { useContext, useId } from 'react';
import { ReactReduxContext } from 'react-redux';
import type { StoreHandle } from '../../store/StoreHandle';
import { sliceAt } from '../../store/sliceAt';
import type { DataState } from '../../types/State';

/**
 * What a component reads while a server renders it, and while a browser hydrates it: of the
 * state that the server had then, where it was handed over (by `streamState`, or as `serverState` of the
 * `Provider`); of the present one elsewhere.
 */
export function useServerSnapshot<Value>(
  handle: StoreHandle,
  present: () => Value,
  from: (state: DataState) => Value,
): () => Value {
  const id = useId();
  const getServerState = useContext(ReactReduxContext)?.getServerState;
  return () => {
    if (handle.rendering !== undefined) return handle.rendering.read(id, from);
    const state = getServerState && sliceAt(getServerState(), handle.reducerPath);
    return state === undefined ? present() : from(state);
  };
}
