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

/** When a session is over; all parts are optional. */
export interface LogoutManagerOptions {
  /** Whether a failure says that the session is over. @default those with status 401 */
  readonly shouldLogout?: (error: ResponseError, request: FailedRequest) => boolean;
}

/**
 * Resets the store when the server says that the session is over.
 *
 * It does so once, until a request has succeeded again: one that is sent after the
 * reset and refused, too, leaves its error in the store. So nothing is refetched in a loop, and a boundary
 * can link to the login. What was refused already resets nothing until it has succeeded, and neither does what was sent
 * before the first success of the next session.
 */
export function logoutManager(options: LogoutManagerOptions = {}): Manager {
  if (process.env.NODE_ENV !== 'production') checkOptions('logoutManager', options);
  const { shouldLogout = isUnauthorized } = options;
  const start = (api: MiddlewareAPI): ManagerStage => {
    const handle = handleFinder(api.dispatch);
    const nextNumber = () => handle()?.nextNumber() ?? 1;
    let isOver = false;
    /** When a request succeeded first since the session was over: what was sent before says nothing of one since. */
    let renewed = 0;
    /** The requests that were refused since the session was over, of which none has succeeded since. */
    const refused = new Set<string>();

    return next => action => {
      const result = next(action);
      if (!setResponse.match(action) || !isLive(action)) return result;
      const { key, error, response, meta } = action;
      if (!error) {
        if (isOver) renewed = meta.landed ?? 0;
        isOver = false;
        // Others may succeed without a session.
        if (refused.has(key)) refused.clear();
      } else if ((meta.left ?? renewed) >= renewed && shouldLogout(response as ResponseError, action)) {
        const isKnown = refused.has(key);
        refused.add(key);
        // What was refused already says nothing of this session, which the refusal of another request may still end.
        if (isOver || isKnown) return result;
        // Their errors stay: they are the reason not to refetch at once.
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
