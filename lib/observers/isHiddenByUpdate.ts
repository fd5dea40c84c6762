import { isMissing, readResponse } from '../selectors/readResponse';
import type { ResponseObserver } from './ResponseObserver';

/**
 * Whether a response is there, and a pending update alone keeps it from being shown: a deletion, say.
 *
 * There is nothing to fetch then before the server has decided.
 */
export function isHiddenByUpdate({ observers, request: { endpoint, args }, key }: ResponseObserver): boolean {
  const state = observers.handle.getState();
  if (state.optimistic.length === 0) return false;
  const isMissingIn = (tables: typeof state) => isMissing(readResponse(tables, endpoint, key, args).shown);
  return isMissingIn(state) && !isMissingIn({ ...state, optimistic: [] });
}
