import { type Controller, type DataState, dehydrate } from 'rdc-toolkit';

/** Keeps the cache and unsent mutations from one visit of a window to the next. */
const PLACE = 'board';

/** Restores the last visit: its data, as stale, and its unsent mutations. */
export function recall(controller: Controller) {
  const stored = sessionStorage.getItem(PLACE);
  if (stored === null) return;
  const saved = JSON.parse(stored);
  controller.hydrate(saved);
  // This window received no changes while it was away.
  controller.expireAll({ testKey: () => true });
  void controller.resume(saved);
}

/** Saves the state for the next visit. */
export function remember(state: DataState) {
  sessionStorage.setItem(PLACE, JSON.stringify(dehydrate(state)));
}

/** Deletes the saved state: it is the user's data. */
export function forget() {
  sessionStorage.removeItem(PLACE);
}
