import { withMeta } from '../../actions/withMeta';
import type { PendingRequest } from './PendingRequest';

/**
 * Adds the requests in flight to a slice that came from elsewhere and has the numbers of another store, so that their
 * responses are stored, and win.
 *
 * @param forward passes an action on to the reducer
 */
export function renewRequests(
  pending: Iterable<PendingRequest>,
  forward: (action: unknown) => unknown,
  nextNumber: () => number,
): void {
  // This reducer has not seen them yet.
  for (const { action } of pending) forward(withMeta(action, { began: nextNumber() }));
  const sent = [...pending].filter(({ left }) => left !== undefined);
  for (const request of sent.sort((a, b) => (a.left ?? 0) - (b.left ?? 0))) {
    // The server may have executed an attempt before the last one.
    const since = (request.since ?? Infinity) < (request.left ?? 0) ? nextNumber() : undefined;
    request.left = nextNumber();
    request.since = request.action.meta.since ?? since ?? request.left;
  }
}
