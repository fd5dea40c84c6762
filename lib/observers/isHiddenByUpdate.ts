import { isMissing, readResponse } from '../selectors/readResponse';
import type { ResponseObserver } from './ResponseObserver';

/**
 * Whether a response is there, and only a pending update keeps it from being shown, such as a deletion.
 *
 * Then there is nothing to fetch until the server has decided.
 */
export function isHiddenByUpdate({ observers, request: { endpoint, args }, key }: ResponseObserver): boolean {
  const state = observers.handle.getState();
  if (state.optimistic.length === 0) return false;
  const isMissingIn = (tables: typeof state) => isMissing(readResponse(tables, endpoint, key, args).shown);
  return isMissingIn(state) && !isMissingIn({ ...state, optimistic: [] });
}
