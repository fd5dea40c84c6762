import { noteOwnData } from '../actions/hiddenFields';
import { hydrate } from '../actions/hydrate';
import { isOwn } from '../actions/isOwn';
import { type Manager, withCleanup, withReducers } from '../managers/Manager';
import { handleFinder, type ReplacedSlice } from '../store/StoreHandle';
import type { DataState } from '../types/State';
import { onHydrate } from './onHydrate';

/**
 * Lets a store hydrate the state of another one: a saved cache, or a server-rendered page.
 *
 * It brings the reducer of `rdc/hydrate`. If an action of another library replaces the slice, as redux-persist does,
 * it merges what was fetched before: of two versions the later one stays. An app that does neither leaves it out and
 * does not bundle it.
 *
 * @example
 * ```ts
 * import { createDataClient, hydrationManager, networkManager, subscriptionManager } from 'rdc-toolkit';
 *
 * const dataClient = createDataClient({
 *   managers: [networkManager(), subscriptionManager(), hydrationManager()],
 * });
 * ```
 */
export function hydrationManager(): Manager {
  return withReducers(
    api => {
      const handle = handleFinder(api.dispatch);
      let stop: (() => void) | undefined;
      /** The states that this store has been in: an app that undoes something returns to one of them. */
      const ownStates = new WeakSet<object>();
      const stage = (next: (action: unknown) => unknown) => (action: unknown) => {
        stop ??= handle()?.onReplaced((replacement, slices) => {
          if (replacement === 'restored' && isFromElsewhere(slices, ownStates))
            api.dispatch(noteOwnData(hydrate(slices.before, { isShown: true })));
        });
        if (!isOwn(action)) return next(action);
        const before = handle()?.getState();
        const result = next(action);
        const after = handle()?.getState();
        // A state that the action did not change may come from another library.
        if (after !== undefined && after !== before) ownStates.add(after);
        return result;
      };
      return withCleanup(stage, () => stop?.());
    },
    { [hydrate.type]: onHydrate },
  );
}

/** Whether a slice with data was replaced by one that was saved elsewhere. */
function isFromElsewhere(
  slices: ReplacedSlice,
  ownStates: WeakSet<object>,
): slices is ReplacedSlice & { readonly before: DataState } {
  const { before, after } = slices;
  if (before === undefined || after === undefined || ownStates.has(after)) return false;
  const isEmpty = before.endpoints.size === 0 && Object.keys(before.entities).length === 0;
  // An app that changes parts of the slice itself keeps the other parts.
  return !isEmpty && before.entities !== after.entities && before.endpoints !== after.endpoints;
}
