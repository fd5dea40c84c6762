import { plainAbort, type RequestEntry } from '../actions/setResponse';
import { kept } from '../plain/kept';
import { forEachRequest } from '../slice/inflight';
import type { StoreHandle } from '../store/StoreHandle';

/**
 * Ends the requests that a state from elsewhere holds as pending: this store did
 * not start them, so no response will arrive.
 *
 * Mutations among them are kept for `Controller.resume`.
 */
export function dropOrphanedRequests(handle: StoreHandle): void {
  if (handle.isPast()) return;
  const { inflight, optimistic } = handle.getState();
  const isOrphaned = ({ requestId }: { readonly requestId: string }) => !handle.begun.has(requestId);
  const mutations = optimistic.filter(isOrphaned);
  const orphaned = new Map<string, RequestEntry>(mutations.map(update => [update.requestId, update]));
  forEachRequest(inflight, (key, request) => {
    if (isOrphaned(request)) kept(orphaned, request.requestId, () => ({ key, endpointName: '', args: [] }));
  });
  handle.dropped.push(...mutations);
  for (const [requestId, entry] of orphaned) {
    handle.dispatch(plainAbort(entry, requestId, handle.nextNumber()));
  }
}
