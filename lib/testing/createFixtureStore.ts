import {
  type ConfigureStoreOptions,
  combineReducers,
  configureStore,
  type Middleware,
  type Reducer,
  type ReducersMapObject,
  type Store,
  type ThunkDispatch,
  Tuple,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { defaultsOf } from '../actions/expiry';
import { setResponse } from '../actions/setResponse';
import { createDataClient, type DataClient } from '../client/createDataClient';
import { Controller } from '../controller/Controller';
import { checkKnown, checkLists, checkOptions } from '../errors/checkValues';
import type { Manager } from '../managers/Manager';
import { subscriptionManager } from '../managers/subscriptionManager';
import { handleOf } from '../store/StoreHandle';
import { DEFAULT_REDUCER_PATH } from '../types/DEFAULT_REDUCER_PATH';
import type { DataState } from '../types/State';
import { copyOf } from './copyOf';
import type { Fixture } from './Fixture';
import { type FixtureManagerOptions, fixtureManager, fixtureOptions } from './fixtureManager';
import { initialResponse } from './fixtureResponder';

type GetDefaultMiddleware = Parameters<NonNullable<ConfigureStoreOptions['middleware']>>[0];

/** What a store holds, and where its responses come from; all parts are optional. */
export interface FixtureStoreOptions<
  State = unknown,
  Slices extends object = object,
  Path extends string = typeof DEFAULT_REDUCER_PATH,
> extends Omit<FixtureManagerOptions<State>, 'lastFixtures' | 'closed'> {
  /**
   * Stored from the start, so that components that read them do not suspend. They also respond to requests that
   * nothing else matches.
   *
   * @default []
   */
  readonly initialFixtures?: readonly Fixture[];
  /** The reducers of the app's other slices. */
  readonly reducer?: { readonly [Name in keyof Slices]: Reducer<Slices[Name]> };
  /** What those slices hold at the start. */
  readonly preloadedState?: Partial<NoInfer<Slices>>;
  /** The app's other middleware, as `configureStore` takes it; that of the data client comes last. */
  readonly middleware?: (getDefaultMiddleware: GetDefaultMiddleware) => readonly Middleware[];
  /** Managers besides the fixture manager. @default [subscriptionManager()] */
  readonly managers?: readonly Manager[];
  /** Where the slice is mounted. @default 'rdc' */
  readonly reducerPath?: Path;
}

const STORE_OPTIONS: readonly (keyof FixtureStoreOptions)[] = [
  'initialFixtures',
  'reducer',
  'preloadedState',
  'middleware',
  'managers',
  'reducerPath',
];

/** The state of a store whose data comes from fixtures. */
export type FixtureState<
  Slices extends object = object,
  Path extends string = typeof DEFAULT_REDUCER_PATH,
> = Slices & { readonly [Name in Path]: DataState };

/** A store whose data comes from fixtures. */
export type FixtureStore<
  Slices extends object = object,
  Path extends string = typeof DEFAULT_REDUCER_PATH,
> = Store<FixtureState<Slices, Path>> & {
  readonly dispatch: ThunkDispatch<FixtureState<Slices, Path>, undefined, UnknownAction>;
  readonly client: DataClient<Path>;
  /** Everything that can be done with the data of this store. */
  readonly controller: Controller;
  /**
   * Ends everything that runs in the store, as if the page were closed: requests in flight never settle, not even
   * with an error.
   */
  readonly close: () => void;
};

/**
 * A store like an app's, `configureStore` with the two lines, that sends nothing.
 *
 * It shares nothing with other stores. `store.close()` ends what is in flight.
 *
 * @example
 * ```ts
 * import { createFixtureStore } from 'rdc-toolkit/testing';
 *
 * const { dispatch } = createFixtureStore({
 *   fixtures: [{ endpoint: TodoResource.get, args: [{ id: '5' }], response: { id: '5', title: 'Buy milk' } }],
 * });
 * const todo = await dispatch(TodoResource.get.fetch({ id: '5' }));
 * ```
 */
export function createFixtureStore<
  State = unknown,
  Slices extends object = object,
  const Path extends string = typeof DEFAULT_REDUCER_PATH,
>(options: FixtureStoreOptions<State, Slices, Path> = {}): FixtureStore<Slices, Path> {
  if (process.env.NODE_ENV !== 'production') {
    checkOptions('createFixtureStore', options);
    checkKnown('createFixtureStore', options, [...STORE_OPTIONS, ...fixtureOptions()]);
    checkLists('createFixtureStore', options, ['fixtures', 'initialFixtures', 'interceptors', 'managers']);
  }
  const {
    initialFixtures = [],
    reducer,
    preloadedState,
    middleware,
    managers,
    reducerPath,
    ...responderOptions
  } = options;
  const { dataExpiryLength, errorExpiryLength } = responderOptions;
  const closing = new AbortController();
  const client = createDataClient({
    reducerPath: reducerPath ?? (DEFAULT_REDUCER_PATH as Path),
    dataExpiryLength,
    errorExpiryLength,
    managers: [
      fixtureManager({ ...responderOptions, lastFixtures: initialFixtures, closed: closing.signal }),
      ...(managers ?? [subscriptionManager()]),
    ],
  });
  const slices = { ...reducer, [client.reducerPath]: client.reducer } as ReducersMapObject;
  const store = configureStore({
    reducer: combineReducers(slices) as unknown as Reducer<FixtureState<Slices, Path>>,
    middleware: getDefault => {
      const getSilentDefaults = ((defaults: DefaultMiddleware = {}) =>
        getDefault({
          ...defaults,
          serializableCheck: withoutWarnings(defaults.serializableCheck),
          immutableCheck: withoutWarnings(defaults.immutableCheck),
        })) as GetDefaultMiddleware;
      return new Tuple(
        ...(middleware === undefined ? getSilentDefaults() : middleware(getSilentDefaults)),
        client.middleware,
      );
    },
    ...(preloadedState && { preloadedState: preloadedState as FixtureState<Slices, Path> }),
  });
  const controller = new Controller(store);
  for (const fixture of initialFixtures) storeFixture(store, fixture);
  return Object.assign(store, {
    client,
    controller,
    close() {
      closing.abort();
      client.cleanup(store);
    },
  });
}

/** The options of the default middleware. */
type DefaultMiddleware = NonNullable<Parameters<GetDefaultMiddleware>[0]>;

/** The checks warn when they take long, which in a test only shows how busy the machine is. */
const NO_WARNINGS = { warnAfter: Infinity };

function withoutWarnings<Options extends object>(check: Options | boolean | undefined) {
  return check === false ? false : { ...NO_WARNINGS, ...(check as Options) };
}

function storeFixture(store: Store, fixture: Fixture) {
  const { endpoint, args, meta } = fixture;
  const stored = {
    args,
    response: initialResponse(fixture),
    head: copyOf(meta, `the meta of ${endpoint.name}`),
    ...defaultsOf(handleOf(store.dispatch)),
  };
  store.dispatch(setResponse(endpoint, stored));
}
