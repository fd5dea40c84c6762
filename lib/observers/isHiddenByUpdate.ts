import { readResponse } from '../selectors/readResponse';
import type { ReadRequest } from '../store/Observer';
import type { StoreHandle } from '../store/StoreHandle';
import { isMissing } from './EndpointReading';

/**
 * Whether a response is there, and a pending update alone keeps it from being shown: a deletion, say.
 *
 * There is nothing to fetch then before the server has decided.
 */
export function isHiddenByUpdate(handle: StoreHandle, { endpoint, args }: ReadRequest): boolean {
  const state = handle.getState();
  if (state.optimistic.length === 0) return false;
  const key = endpoint.key(...args);
  const isMissingIn = (tables: typeof state) => isMissing(readResponse(tables, endpoint, key, args).shown);
  return isMissingIn(state) && !isMissingIn({ ...state, optimistic: [] });
}
