import { withMeta } from '../../actions/withMeta';
import type { PendingRequest } from './PendingRequest';

/**
 * Puts the requests in flight into a slice that has come from elsewhere, whose
 * numbers are those of another store: their responses land, and win.
 *
 * @param forward hands an action on to the reducer
 */
export function renewRequests(
  pending: Iterable<PendingRequest>,
  forward: (action: unknown) => unknown,
  nextNumber: () => number,
): void {
  // For a reducer that has not seen them yet.
  for (const { action } of pending) forward(withMeta(action, { began: nextNumber() }));
  const sent = [...pending].filter(({ left }) => left !== undefined);
  for (const request of sent.sort((a, b) => (a.left ?? 0) - (b.left ?? 0))) {
    // An attempt before the last one may have been executed.
    const since = (request.since ?? Infinity) < (request.left ?? 0) ? nextNumber() : undefined;
    request.left = nextNumber();
    request.since = request.action.meta.since ?? since ?? request.left;
  }
}
