import { plainAbort } from '../actions/setResponse';
import { endpointsNamed } from '../definitions/registry';
import { getOrCreate } from '../plain/getOrCreate';
import { warnOnce } from '../plain/warnOnce';
import { entriesInFlight } from '../slice/inflight';
import type { StoreHandle } from '../store/StoreHandle';

/** In development, names of mutations from another store that cannot be resent, since too little is known of them. */
const lostEndpoints = new WeakMap<StoreHandle, Set<string>>();

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
  const resumable = state.optimistic.filter(({ requestId }) => !handle.begun.has(requestId));
  handle.dropped.push(...resumable);
  if (process.env.NODE_ENV !== 'production')
    // The entry of a read has no name.
    for (const [id, { endpointName }] of orphaned)
      if (endpointName !== '' && !resumable.some(({ requestId }) => requestId === id))
        getOrCreate(lostEndpoints, handle, () => new Set<string>()).add(endpointName);
  for (const [requestId, entry] of orphaned)
    handle.dispatch(plainAbort(entry, requestId, handle.nextNumber()));
}

/** Says once which mutations `Controller.resume` does not send again; for development. */
export function warnOfLost(handle: StoreHandle): void {
  for (const name of lostEndpoints.get(handle) ?? []) {
    const isSentElsewhere = endpointsNamed(name).some(endpoint => endpoint.isSentElsewhere);
    const reason = isSentElsewhere
      ? 'RTK Query sends it. Let'
      : 'it has no optimistic response. Give it one (`optimistic: true`, or getOptimisticResponse), or let';
    warnOnce(
      `lost ${name}`,
      `controller.resume() does not send ${name} again, which was in flight when the state was saved: ${reason} the user send it again.`,
    );
  }
}
