import { plainAbort } from '../actions/setResponse';
import type { StoreHandle } from '../store/StoreHandle';
import { forEachCell } from '../tables/iterate';
import type { OptimisticUpdate } from '../types/State';

/**
 * Ends the requests that a state from elsewhere holds as pending: this store has
 * not begun them, so no response will come.
 *
 * Mutations among them are kept for `Controller.resume`.
 */
export function dropForeignRequests(handle: StoreHandle): void {
  if (handle.isPast()) return;
  const { inflight, optimistic } = handle.getState();
  const foreign = new Map<string, Pick<OptimisticUpdate, 'key' | 'endpointName' | 'args'>>();
  forEachCell(inflight, (key, { value = [] }) => {
    for (const { requestId } of value) {
      if (!handle.begun.has(requestId)) foreign.set(requestId, { key, endpointName: '', args: [] });
    }
  });
  for (const update of optimistic) {
    if (handle.begun.has(update.requestId)) continue;
    foreign.set(update.requestId, update);
    handle.dropped.push(update);
  }
  for (const [requestId, { key, endpointName, args }] of foreign) {
    handle.dispatch(plainAbort({ key, endpointName, args, requestId, landed: handle.nextNumber() }));
  }
}
