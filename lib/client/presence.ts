import type { Middleware, MiddlewareAPI } from 'redux';
import { fetch } from '../actions/fetch';
import { isOwn } from '../actions/isOwn';
import { setupError } from '../errors/setupError';
import { startTimer } from '../plain/startTimer';
import { warnOnce } from '../plain/warnOnce';
import { hasSender } from '../store/senders';
import { sliceAt } from '../store/sliceAt';
import { getValue } from '../tables/getCell';
import { sliceIn } from './sliceIn';

/**
 * Checks that actions of the data client reach its reducer.
 *
 * The slice may be added late by `inject()`; if it is missing after an action has passed all reducers, it was
 * forgotten.
 */
export function slicePresence(
  api: Pick<Parameters<Middleware>[0], 'getState'>,
  reducerPath: string,
): (next: (action: unknown) => unknown) => (action: unknown) => unknown {
  let isMounted = false;
  return next => action => {
    const result = next(action);
    if (isMounted || !isOwn(action)) return result;
    isMounted = sliceIn(api.getState(), reducerPath) !== undefined;
    if (isMounted) return result;
    throw setupError(
      reducerPath,
      `The slice of the data client is not mounted at "${reducerPath}". ` +
        'Add it in configureStore: reducer: { [dataClient.reducerPath]: dataClient.reducer }.',
    );
  };
}

/** How long an app's own manager may take for the first request before the warning, in milliseconds. */
const PATIENCE_MS = 2_000;

/**
 * In development, warns if nothing in a store sends requests: each would stay in flight forever.
 *
 * An app's own manager may respond instead of the network, which shows only when it does.
 */
export function networkPresence(
  api: MiddlewareAPI,
  reducerPath: string,
): (next: (action: unknown) => unknown) => (action: unknown) => unknown {
  let isWatched = false;

  function watch(key: string, requestId: string) {
    isWatched = true;
    startTimer(
      PATIENCE_MS,
      () => {
        const waiting = getValue(sliceAt(api.getState(), reducerPath)?.inflight, key) ?? [];
        if (!waiting.some(request => request.requestId === requestId)) return;
        warnOnce(
          `no network ${reducerPath}`,
          `${key} is never sent: the data client has no networkManager(). Add it: createDataClient({ managers: ` +
            '[networkManager(), subscriptionManager(), ...] }), or omit `managers` to get these two.',
        );
      },
      true,
    );
  }

  return next => action => {
    const result = next(action);
    if (!isWatched && fetch.match(action) && action.endpoint !== undefined && !hasSender(api.dispatch)) {
      watch(action.key, action.meta.requestId);
    }
    return result;
  };
}
