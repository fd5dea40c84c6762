import type { FetchAction } from '../../actions/fetch';
import type { PendingRequest } from './PendingRequest';

/**
 * Puts the requests in flight into a slice that has come from elsewhere, whose
 * numbers are those of another store: their responses land, and win.
 *
 * @param forward hands an action on to the reducer
 */
export function renewRequests(
  pending: Iterable<PendingRequest>,
  forward: ((action: unknown) => unknown) | undefined,
  nextNumber: () => number,
): void {
  for (const { action } of pending) forward?.(fetchAgain(action, nextNumber()));
  const sent = [...pending].filter(({ left }) => left !== undefined);
  for (const request of sent.sort((a, b) => (a.left ?? 0) - (b.left ?? 0))) {
    request.left = nextNumber();
    request.since = request.left;
  }
}

/** The action of a request in flight, for a reducer that has not seen it yet. */
function fetchAgain(action: FetchAction, began: number): FetchAction {
  const meta = Object.defineProperties({}, Object.getOwnPropertyDescriptors(action.meta));
  Object.defineProperty(meta, 'began', { value: began, enumerable: true });
  const again: object = Object.defineProperties({}, Object.getOwnPropertyDescriptors(action));
  return Object.defineProperty(again, 'meta', { value: meta, enumerable: true }) as FetchAction;
}
