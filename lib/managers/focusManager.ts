import { fetch } from '../actions/fetch';
import { type Cause, noteCause } from '../actions/hiddenFields';
import { isNoResponse } from '../endpoint/noResponseStatus';
import { checkFunctions, checkListening, checkOptions } from '../errors/checkValues';
import { nothing } from '../plain/nothing';
import { readResponse } from '../selectors/readResponse';
import { statusOf } from '../selectors/selectResponse';
import type { ReadRequest } from '../store/Observer';
import { handleFinder, type StoreHandle } from '../store/StoreHandle';
import { isFresh } from '../types/isFresh';
import { type Manager, withCleanup } from './Manager';
import { type ListenToPage, listenToWindow, notePageAction, type PageHandlers } from './pageEvents';

/** When to refetch; all parts are optional. */
export interface FocusManagerOptions {
  /** Where focus and connection events come from. @default the window, where there is one */
  readonly listen?: ListenToPage;
  /** Whether to refetch when the window regains focus. @default true */
  readonly onFocus?: boolean;
  /** Whether to refetch when the connection comes back. @default true */
  readonly onReconnect?: boolean;
}

/**
 * Refetches stale data on screen when the window regains focus, or the connection comes back.
 *
 * It also retries what failed and may be retried. On screen is what a mounted hook reads.
 * Where `setupListeners` of RTK Query is in use, its actions count as well; what
 * both report is fetched once.
 */
export function focusManager(options: FocusManagerOptions = {}): Manager {
  if (process.env.NODE_ENV !== 'production') {
    checkOptions('focusManager', options);
    checkFunctions('focusManager', options, ['listen']);
  }
  const { listen = listenToWindow, onFocus = true, onReconnect = true } = options;
  return api => {
    const handle = handleFinder(api.dispatch);

    const refresh = (cause: Cause) => () => {
      const store = handle();
      // What is not fresh in an earlier time, to which DevTools have moved the store, need not be so now.
      if (store === undefined || store.isPast()) return;
      for (const { endpoint, args } of staleRequests(store, cause)) {
        const action = fetch(endpoint, { args, unattended: true, began: store.nextNumber() });
        if (process.env.NODE_ENV !== 'production') noteCause(action, cause);
        api.dispatch(action);
      }
    };

    const handlers: PageHandlers = {
      onFocus: onFocus ? refresh('focus') : nothing,
      onFocusLost: nothing,
      onOnline: onReconnect ? refresh('reconnect') : nothing,
      onOffline: nothing,
    };
    const stopListening = listen(handlers);
    if (process.env.NODE_ENV !== 'production') checkListening('focusManager', stopListening);

    const stage = (next: (action: unknown) => unknown) => (action: unknown) => {
      const result = next(action);
      notePageAction(action, handlers);
      return result;
    };
    return withCleanup(stage, stopListening);
  };
}

/** The requests whose responses are on screen and not fresh, or have failed since, each once. */
function staleRequests({ observers, getState }: StoreHandle, cause: Cause): readonly ReadRequest[] {
  const state = getState();
  const stale = [...observers.requests()].filter(([key, { endpoint, args }]) => {
    const reading = readResponse(state, endpoint, key, args);
    const now = Date.now();
    const { failure, cell } = reading;
    // What got no response failed for want of the connection that is back.
    const isOver = cause === 'reconnect' && isNoResponse(cell?.meta.error);
    if (failure !== undefined) return isOver || !isFresh(failure, now);
    return statusOf(reading, now) !== 'valid';
  });
  return stale.map(([, request]) => request);
}
