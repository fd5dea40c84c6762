import type { MiddlewareAPI } from 'redux';
import { reset } from '../actions/reset';
import { setResponse } from '../actions/setResponse';
import { withMeta } from '../actions/withMeta';
import { checkOptions } from '../errors/checkValues';
import { keepFailures } from '../store/keepFailures';
import type { FailedRequest } from '../store/StoreHandle';
import { handleFinder } from '../store/StoreHandle';
import type { ResponseError } from '../types/ResponseError';
import { type Manager, type ManagerStage, withReducers } from './Manager';
import { isLive } from './subscriptions';

/** When a session is over; all options are optional. */
export interface LogoutManagerOptions {
  /** Whether a failure says that the session is over. @default those with status 401 */
  readonly shouldLogout?: (error: ResponseError, request: FailedRequest) => boolean;
}

/**
 * Resets the store when the server says that the session is over.
 *
 * It does so once, until a request succeeds again: a request that is sent after the reset and also fails leaves its
 * error in the store. So nothing refetches in a loop, and an error boundary can link to the login page. A request
 * that was already refused resets nothing until a refused one succeeds, and neither does a request sent before the
 * first success of the next session.
 */
export function logoutManager(options: LogoutManagerOptions = {}): Manager {
  if (process.env.NODE_ENV !== 'production') checkOptions('logoutManager', options);
  const { shouldLogout = isUnauthorized } = options;
  const start = (api: MiddlewareAPI): ManagerStage => {
    const handle = handleFinder(api.dispatch);
    const nextNumber = () => handle()?.nextNumber() ?? 1;
    let isOver = false;
    /** The number of the first success since the session was over: requests sent before it are of the old session. */
    let renewed = 0;
    /** The requests refused since the session was over. Cleared when one of them succeeds. */
    const refused = new Set<string>();

    return next => action => {
      const result = next(action);
      if (!setResponse.match(action) || !isLive(action)) return result;
      const { key, error, response, meta } = action;
      if (!error) {
        if (isOver) renewed = meta.landed ?? 0;
        isOver = false;
        // Other requests may succeed without a session.
        if (refused.has(key)) refused.clear();
      } else if ((meta.left ?? renewed) >= renewed && shouldLogout(response as ResponseError, action)) {
        const isKnown = refused.has(key);
        refused.add(key);
        // A request refused before says nothing about this session, but another refused request may still end it.
        if (isOver || isKnown) return result;
        // Their errors stay, so that they are not refetched at once.
        api.dispatch(withMeta(reset(), { landed: nextNumber(), failed: [...refused] }));
        isOver = true;
      }
      return result;
    };
  };
  return withReducers(start, { [reset.type]: keepFailures });
}

const UNAUTHORIZED = 401;

function isUnauthorized({ status }: ResponseError): boolean {
  return status === UNAUTHORIZED;
}
