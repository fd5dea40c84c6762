import type { Middleware } from 'redux';
import { isOwn } from '../actions/isOwn';
import { setupError } from '../errors/setupError';
import { sliceIn } from './sliceIn';

/**
 * Makes sure that actions of the data client meet its reducer.
 *
 * A slice may come late, by `inject()`; when an action has gone through all
 * reducers and there is none, it was forgotten.
 */
export function slicePresence(
  api: Pick<Parameters<Middleware>[0], 'getState'>,
  reducerPath: string,
): (next: (action: unknown) => unknown) => (action: unknown) => unknown {
  let isThere = false;
  return next => action => {
    const result = next(action);
    if (isThere || !isOwn(action)) return result;
    isThere = sliceIn(api.getState(), reducerPath) !== undefined;
    if (isThere) return result;
    throw setupError(
      reducerPath,
      `The slice of the data client is not mounted at "${reducerPath}". ` +
        'Add it in configureStore: reducer: { [dataClient.reducerPath]: dataClient.reducer }.',
    );
  };
}
