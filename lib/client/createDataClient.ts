import type { Dispatch, Middleware } from 'redux';
import { actions } from '../actions/actions';
import { DEFAULTED_OPTIONS, defaultsOf, type EndpointDefaults } from '../actions/expiry';
import { argumentError } from '../errors/argumentError';
import { checkDurations, checkKnown, checkName } from '../errors/checkValues';
import { describeValue } from '../errors/describeValue';
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

/** Options of a data client; all have defaults. */
export interface DataClientOptions<Path extends string = string> extends EndpointDefaults {
  /** Where the slice is mounted. @default 'rdc' */
  readonly reducerPath?: Path;
  /**
   * What sends requests and acts on actions: ordinary Redux middleware, in order.
   *
   * By default the two that endpoints need: one for `fetch`, one for `subscribe`. Neither holds a timer or a
   * listener before it is used.
   *
   * @default [networkManager(), subscriptionManager()]
   */
  readonly managers?: readonly Manager[];
  /**
   * Called for each failed request that nothing handles: no code waits for its promise, and no component
   * shows the error. An aborted request has not failed.
   */
  readonly onError?: OnError;
}

/** A slice and its middleware: what a store needs to cache server data. */
export interface DataClient<Path extends string = string> {
  readonly name: Path;
  readonly reducerPath: Path;
  /** Returns the same state for every action of other libraries. */
  readonly reducer: (state: DataState | undefined, action: unknown) => DataState;
  readonly actions: typeof actions;
  /** Selectors of the root state, wherever the slice is mounted; they also work before it is. */
  readonly selectors: ClientSelectors;
  readonly getInitialState: () => DataState;
  /** Runs all managers. Passes on every action that is not its own, at any position in the chain. */
  readonly middleware: Middleware;
  /**
   * Stops everything that the managers of a store have started: requests, timers, listeners, sockets.
   *
   * For a store that does not live as long as the page: after server rendering, or at the end of a test. Its data can
   * still be read.
   *
   * @throws {UsageError} when the store lacks this client's middleware
   */
  readonly cleanup: (store: { readonly dispatch: Dispatch }) => void;
}

/**
 * Creates the slice and the middleware that cache server data, normalized, in a Redux Toolkit store.
 *
 * Definitions are shared by all stores; requests, timers and caches belong to one store each. One client can
 * serve several stores.
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
  if (process.env.NODE_ENV !== 'production') {
    checkDurations('createDataClient', options, ['dataExpiryLength', 'errorExpiryLength']);
    checkName('createDataClient', 'reducerPath', options.reducerPath);
    checkKnown('createDataClient', options, ['reducerPath', 'managers', 'onError', ...DEFAULTED_OPTIONS]);
  }
  const { reducerPath = DEFAULT_REDUCER_PATH as Path } = options;
  const { managers = [networkManager(), subscriptionManager()], onError } = options;
  if (process.env.NODE_ENV !== 'production') assertManagers(managers);
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

function assertManagers(managers: unknown): void {
  const wrongIndex = Array.isArray(managers)
    ? managers.findIndex(one => typeof one !== 'function')
    : undefined;
  if (wrongIndex === -1) return;
  const [argumentName, value] =
    wrongIndex === undefined
      ? ['managers', managers]
      : [`managers[${wrongIndex}]`, (managers as unknown[])[wrongIndex]];
  throw argumentError(
    'createDataClient',
    `\`${argumentName as string}\` is ${describeValue(value)}`,
    'A manager is Redux middleware, api => next => action => …: managers: [networkManager(), subscriptionManager()].',
  );
}
