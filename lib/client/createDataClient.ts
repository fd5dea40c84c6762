import type { Dispatch, Middleware } from 'redux';
import { actions } from '../actions/actions';
import { defaultsOf, type EndpointDefaults } from '../actions/expiry';
import { checkDurations } from '../errors/checkNumbers';
import type { Manager } from '../managers/Manager';
import { networkManager } from '../managers/network/networkManager';
import { subscriptionManager } from '../managers/subscriptionManager';
import { createReducer } from '../slice/reducer';
import { handleOf } from '../store/StoreHandle';
import { DEFAULT_REDUCER_PATH } from '../types/DEFAULT_REDUCER_PATH';
import { initialState } from '../types/initialState';
import type { DataState } from '../types/State';
import { clientMiddleware } from './clientMiddleware';
import { type ClientSelectors, clientSelectors } from './clientSelectors';
import type { OnError } from './unhandledErrors';

/** How a data client behaves; all parts have defaults. */
export interface DataClientOptions<Path extends string = string> extends EndpointDefaults {
  /** Where the slice is mounted. @default 'rdc' */
  readonly reducerPath?: Path;
  /**
   * What sends requests and acts on actions: ordinary Redux middleware, in order.
   *
   * By default the two without which a member of an endpoint would do nothing:
   * `fetch` needs the one, `subscribe` the other. Neither holds a timer or a
   * listener before it is asked for something.
   *
   * @default [networkManager(), subscriptionManager()]
   */
  readonly managers?: readonly Manager[];
  /**
   * Gets each failed request that nothing handles: no code waits for its promise, and no component shows the error.
   * Requests that were aborted have not failed.
   */
  readonly onError?: OnError;
}

/** A slice and its middleware: what a store needs to hold a server's data. */
export interface DataClient<Path extends string = string> {
  readonly name: Path;
  readonly reducerPath: Path;
  /** Returns the state it was given for every action that is not of this library. */
  readonly reducer: (state: DataState | undefined, action: unknown) => DataState;
  readonly actions: typeof actions;
  /** Selectors of the root state, wherever the slice is mounted; they survive a slice that is not there yet. */
  readonly selectors: ClientSelectors;
  readonly getInitialState: () => DataState;
  /** Holds all managers. Hands every action on that is not its own, wherever it stands in the chain. */
  readonly middleware: Middleware;
  /**
   * Ends what the managers of a store have begun: requests, timers, listeners, sockets.
   *
   * For a store that is thrown away before the page is: after a server's
   * rendering, at the end of a test. What it holds can still be read.
   *
   * @throws {UsageError} when the store has not this client's middleware
   */
  readonly cleanup: (store: { readonly dispatch: Dispatch }) => void;
}

/**
 * What to add to a Redux Toolkit store so that it holds a server's data, normalized.
 *
 * Definitions are shared by all stores; everything that lives (requests, timers,
 * caches) belongs to one. The same client may serve several stores.
 *
 * @example
 * ```ts
 * import { configureStore } from '@reduxjs/toolkit';
 * import { createDataClient } from 'rdc-toolkit';
 *
 * const dataClient = createDataClient();
 *
 * const store = configureStore({
 *   reducer: { [dataClient.reducerPath]: dataClient.reducer },
 *   middleware: getDefault => getDefault().concat(dataClient.middleware),
 * });
 * ```
 */
export function createDataClient<const Path extends string = typeof DEFAULT_REDUCER_PATH>(
  options: DataClientOptions<Path> = {},
): DataClient<Path> {
  const { reducerPath = DEFAULT_REDUCER_PATH as Path } = options;
  if (process.env.NODE_ENV !== 'production')
    checkDurations('createDataClient', options, ['dataExpiryLength', 'errorExpiryLength']);
  const { managers = [networkManager(), subscriptionManager()], onError } = options;
  return {
    name: reducerPath,
    reducerPath,
    reducer: createReducer(Object.assign({}, ...managers.map(({ reducers }) => reducers))),
    actions,
    selectors: clientSelectors(reducerPath),
    getInitialState: () => initialState,
    middleware: clientMiddleware({ reducerPath, managers, onError, ...defaultsOf(options) }),
    cleanup: ({ dispatch }) => handleOf(dispatch).cleanup(),
  };
}
