import type { MiddlewareAPI } from 'redux';
import { noteStoreOf } from '../selectors/watchGaps';
import { sliceAt } from '../store/sliceAt';

/** Notes, for development, which states a store goes through: a message about one looks at what has become of it. */
export function statesOfStore(
  api: MiddlewareAPI,
  reducerPath: string,
): (next: (action: unknown) => unknown) => (action: unknown) => unknown {
  const current = () => sliceAt(api.getState(), reducerPath);
  return next => action => {
    const result = next(action);
    const state = current();
    if (state !== undefined) noteStoreOf(state, current);
    return result;
  };
}
