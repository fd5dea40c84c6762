import { fetch } from '../actions/fetch';
import { type Cause, noteCause } from '../actions/hiddenFields';
import { isNoResponse } from '../endpoint/noResponseStatus';
import { checkFunctions, checkListening, checkOptions } from '../errors/checkValues';
import { noop } from '../plain/noop';
import { readResponse } from '../selectors/readResponse';
import { statusOf } from '../selectors/selectResponse';
import type { ReadRequest } from '../store/Observer';
import { handleFinder, type StoreHandle } from '../store/StoreHandle';
import { isFresh } from '../types/isFresh';
import { type Manager, withCleanup } from './Manager';
import { type ListenToPage, listenToWindow, notePageAction, type PageHandlers } from './pageEvents';

/** When to refetch; all options are optional. */
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
 * It also retries failed requests that may be retried. "On screen" is what a mounted hook reads. Actions of RTK
 * Query's `setupListeners` count as well; an event that both report causes one fetch.
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
      // What is stale at the earlier time that DevTools show may be fresh now.
      if (store === undefined || store.isPast()) return;
      for (const { endpoint, args } of staleRequests(store, cause)) {
        const action = fetch(endpoint, { args, unattended: true, began: store.nextNumber() });
        if (process.env.NODE_ENV !== 'production') noteCause(action, cause);
        api.dispatch(action);
      }
    };

    const handlers: PageHandlers = {
      onFocus: onFocus ? refresh('focus') : noop,
      onFocusLost: noop,
      onOnline: onReconnect ? refresh('reconnect') : noop,
      onOffline: noop,
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

/** The requests on screen whose responses are not fresh, or that have failed since, each once. */
function staleRequests({ observers, getState }: StoreHandle, cause: Cause): readonly ReadRequest[] {
  const state = getState();
  const stale = [...observers.requests()].filter(([key, { endpoint, args }]) => {
    const reading = readResponse(state, endpoint, key, args);
    const now = Date.now();
    const { failure, cell } = reading;
    // A request without a response failed because the connection was lost, and now it is back.
    const isOver = cause === 'reconnect' && isNoResponse(cell?.meta.error);
    if (failure !== undefined) return isOver || !isFresh(failure, now);
    return statusOf(reading, now) !== 'valid';
  });
  return stale.map(([, request]) => request);
}
