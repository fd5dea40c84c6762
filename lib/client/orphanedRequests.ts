import { plainAbort } from '../actions/setResponse';
import { forEachRequest } from '../slice/inflight';
import type { StoreHandle } from '../store/StoreHandle';
import type { OptimisticUpdate } from '../types/State';

/**
 * Ends the requests that a state from elsewhere holds as pending: this store did
 * not start them, so no response will arrive.
 *
 * Mutations among them are kept for `Controller.resume`.
 */
export function dropOrphanedRequests(handle: StoreHandle): void {
  if (handle.isPast()) return;
  const { inflight, optimistic } = handle.getState();
  const orphaned = new Map<string, Pick<OptimisticUpdate, 'key' | 'endpointName' | 'args'>>();
  forEachRequest(inflight, (key, { requestId }) => {
    if (!handle.begun.has(requestId)) orphaned.set(requestId, { key, endpointName: '', args: [] });
  });
  for (const update of optimistic) {
    if (handle.begun.has(update.requestId)) continue;
    orphaned.set(update.requestId, update);
    handle.dropped.push(update);
  }
  for (const [requestId, { key, endpointName, args }] of orphaned) {
    handle.dispatch(plainAbort({ key, endpointName, args, requestId, landed: handle.nextNumber() }));
  }
}
