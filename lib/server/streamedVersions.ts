import { hydrate } from '../actions/hydrate';
import { onHydrate } from '../hydration/onHydrate';
import type { Rendering } from '../store/Rendering';
import type { StoreHandle } from '../store/StoreHandle';
import { initialState } from '../types/initialState';
import type { DataState } from '../types/State';
import type { StateChunk } from './StateChunk';

/** The versions of a server's store, as a browser receives them. */
export interface StreamedVersions extends Rendering {
  /** Hydrates the browser's store with a chunk, and adds a version. */
  receive(chunk: StateChunk): void;
}

/** Starts with the empty store, as the server did. */
export function streamedVersions({ dispatch, getState, onReplaced }: StoreHandle): StreamedVersions {
  /** The versions for components that were rendered before the latest one. */
  const earlierVersions = new Map<string, DataState>();
  let latest: DataState = initialState;
  /** The session of the page, and whether it has ended: no other user may see what a server rendered for it. */
  let { session } = getState();
  let hasEnded = false;
  onReplaced((replacement, { after }) => {
    hasEnded ||= replacement === 'reset';
    session = after?.session ?? session;
  });

  return {
    isServer: false,
    read: (id, select) => select(earlierVersions.get(id) ?? latest),
    receive({ saved, before, again }) {
      for (const id of again) earlierVersions.delete(id);
      for (const id of before) earlierVersions.set(id, latest);
      const action = hydrate(saved, { isShown: true });
      const current = getState();
      hasEnded ||= current.session !== session;
      if (hasEnded) {
        latest = onHydrate(latest, action);
        return;
      }
      dispatch(action);
      const after = getState();
      // Until the browser changes something, both are the same: the hydrated value is the same object.
      const isSame = current === latest && after.version - current.version <= 1;
      latest = isSame ? after : onHydrate(latest, action);
    },
  };
}
