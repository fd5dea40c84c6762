import { plainAbort } from '../actions/setResponse';
import { entriesInFlight } from '../slice/inflight';
import type { StoreHandle } from '../store/StoreHandle';

/**
 * Ends the requests that a state from elsewhere holds as pending: this store did
 * not start them, so no response will arrive.
 *
 * Mutations among them are kept for `Controller.resume`.
 */
export function dropOrphanedRequests(handle: StoreHandle): void {
  if (handle.isPast()) return;
  const state = handle.getState();
  const orphaned = [...entriesInFlight(state)].filter(([requestId]) => !handle.begun.has(requestId));
  handle.dropped.push(...state.optimistic.filter(({ requestId }) => !handle.begun.has(requestId)));
  for (const [requestId, entry] of orphaned)
    handle.dispatch(plainAbort(entry, requestId, handle.nextNumber()));
}
