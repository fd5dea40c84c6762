import { type Controller, type DataState, dehydrate } from 'rdc-toolkit';

/** Keeps what was read, from one visit of a window to the next; and what the server has not heard yet. */
const PLACE = 'board';

/** Shows what the last visit has left, and asks whether it still holds. */
export function recall(controller: Controller) {
  const stored = sessionStorage.getItem(PLACE);
  if (stored === null) return;
  const saved = JSON.parse(stored);
  controller.hydrate(saved);
  // This window received no changes while it was away.
  controller.expireAll({ testKey: () => true });
  void controller.resume(saved);
}

/** Leaves what there is for the next visit. */
export function remember(state: DataState) {
  sessionStorage.setItem(PLACE, JSON.stringify(dehydrate(state)));
}

/** It is user data: it goes with the user. */
export function forget() {
  sessionStorage.removeItem(PLACE);
}
