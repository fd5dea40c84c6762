import type { ReadRequest } from '../store/Observer';
import { fetchThunk } from '../thunks/fetchThunk';
import type { EndpointReading } from './EndpointReading';

/** Refetches data that may be shown but is stale; does nothing where it is fresh, or during time travel. */
export function refetchStale(
  { endpoint, args }: ReadRequest,
  { observers: { handle }, key, isStale }: Pick<EndpointReading, 'observers' | 'key' | 'isStale'>,
): void {
  if (key !== undefined && !handle.isPast() && isStale())
    void fetchThunk(endpoint, args, { unattended: true })(handle.dispatch, handle.getState);
}
