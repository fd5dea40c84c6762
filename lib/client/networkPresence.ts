import type { MiddlewareAPI } from 'redux';
import { fetch } from '../actions/fetch';
import { startTimer } from '../plain/startTimer';
import { warnOnce } from '../plain/warnOnce';
import { hasSender } from '../store/senders';
import { sliceAt } from '../store/sliceAt';
import { getValue } from '../tables/getCell';

/** How long a manager of the app may take to respond to the first request, in milliseconds, before it is missed. */
const PATIENCE_MS = 2_000;

/**
 * Says so, for development, when nothing in a store sends requests: each would be in flight for good.
 *
 * A manager of the app may respond in place of the network, which shows when it does.
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
        const inflight = sliceAt(api.getState(), reducerPath)?.inflight;
        const waiting = (inflight && getValue(inflight, key)) ?? [];
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
