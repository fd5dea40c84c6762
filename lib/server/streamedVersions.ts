import { hydrate } from '../actions/hydrate';
import { onHydrate } from '../hydration/onHydrate';
import type { Rendering } from '../store/Rendering';
import type { StoreHandle } from '../store/StoreHandle';
import { initialState } from '../types/initialState';
import type { DataState } from '../types/State';
import type { StateChunk } from './StateChunk';

/** The versions of a server's store, as a browser gets to know them. */
export interface StreamedVersions extends Rendering {
  /** Takes a chunk over into the store of the browser, and makes one version more. */
  take(chunk: StateChunk): void;
}

/** Begins with the empty store from which a server has begun. */
export function streamedVersions({ dispatch, getState }: StoreHandle): StreamedVersions {
  /** The versions from which components hydrate that were rendered before the latest one. */
  const earlier = new Map<string, DataState>();
  let latest: DataState = initialState;

  return {
    isServer: false,
    read: (id, from) => from(earlier.get(id) ?? latest),
    take({ saved, before, again }) {
      for (const id of again) earlier.delete(id);
      for (const id of before) earlier.set(id, latest);
      const action = hydrate(saved, { isShown: true });
      const own = getState();
      dispatch(action);
      const after = getState();
      // Until the browser changes something the two are the same: the hydrated value is the same object.
      const isOne = own === latest && after.version - own.version <= 1;
      latest = isOne ? after : onHydrate(latest, action);
    },
  };
}
