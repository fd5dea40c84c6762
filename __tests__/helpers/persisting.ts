import {
  type Action,
  combineReducers,
  configureStore,
  type Middleware,
  type Reducer,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { Controller, createDataClient, type DataState, hydrationManager, networkManager } from 'rdc-toolkit';
import {
  FLUSH,
  PAUSE,
  PERSIST,
  PURGE,
  persistReducer,
  persistStore,
  REGISTER,
  REHYDRATE,
  type Storage,
} from 'redux-persist';
// Watches the console.
import { counter } from './createTestStore';

/** Where redux-persist is applied: to the root reducer or to the slice. */
export type Place = 'root' | 'slice';

/** What a browser keeps between visits. */
export interface TestStorage extends Storage {
  /** The stored items by key. */
  readonly items: Map<string, string>;
  /** Delays all reads from now on; returns a function that releases them. */
  hold(): () => void;
}

/** Storage that outlives a store. */
export function createStorage(): TestStorage {
  const items = new Map<string, string>();
  let released: Promise<unknown> = Promise.resolve();
  return {
    items,
    hold() {
      let release = () => {};
      released = new Promise<void>(resolve => {
        release = resolve;
      });
      return () => release();
    },
    async getItem(key: string) {
      await released;
      return items.get(key) ?? null;
    },
    setItem: async (key: string, value: string) => void items.set(key, value),
    removeItem: async (key: string) => void items.delete(key),
  };
}

/** The checks warn when they are slow, which depends on how busy the machine is. */
const patient = { warnAfter: Number.POSITIVE_INFINITY };

/** Ends a session as many apps do: every slice starts over. */
export const leave = () => ({ type: 'session/left' });

/**
 * One visit to an app that persists its store, or its slice, with redux-persist.
 *
 * @param migrate changes the saved state
 */
export function visit(storage: TestStorage, place: Place, migrate?: (saved: object) => object) {
  const client = createDataClient({ managers: [networkManager(), hydrationManager()] });
  const log: UnknownAction[] = [];
  const migration = migrate && { migrate: async (saved: unknown) => migrate(saved as object) as never };
  const config = { key: 'app', storage, timeout: 0, ...migration };
  const data =
    place === 'slice' ? persistReducer<DataState>(config, client.reducer) : (client.reducer as Reducer);
  const app = combineReducers({ [client.reducerPath]: data, counter: counter.reducer });
  const root = (state: ReturnType<typeof app> | undefined, action: Action) =>
    app(leave().type === action.type ? undefined : (state as never), action as never);
  const reducer = place === 'root' ? persistReducer(config, root as Reducer) : root;
  const store = configureStore({
    reducer: reducer as Reducer<{ readonly rdc: DataState }>,
    middleware: getDefault =>
      getDefault({
        serializableCheck: {
          ignoredActions: [FLUSH, REHYDRATE, PAUSE, PERSIST, PURGE, REGISTER],
          ...patient,
        },
        immutableCheck: patient,
      }).concat(client.middleware, recorder(log)),
  });
  const controller = new Controller(store);
  /** Reads the storage; resolves when its data is in the store. */
  const restore = () =>
    new Promise<ReturnType<typeof persistStore>>(resolve => {
      const persistor = persistStore(store as never, null, () => resolve(persistor));
    });
  return { client, store, controller, restore, log };
}

function recorder(log: UnknownAction[]): Middleware {
  return () => next => action => {
    log.push(action as UnknownAction);
    return next(action);
  };
}

/** The slice after a replay of the log, with a JSON round trip, in an app that does not read the storage. */
export function replayed(
  { reducer, getInitialState }: ReturnType<typeof createDataClient>,
  log: readonly UnknownAction[],
  place: Place,
): DataState {
  const actions: readonly UnknownAction[] = JSON.parse(JSON.stringify(log));
  let state = getInitialState();
  for (const action of actions) {
    const { payload } = action as { readonly payload?: { readonly rdc?: DataState } | DataState };
    const saved = place === 'root' ? (payload as { readonly rdc: DataState } | undefined)?.rdc : payload;
    if (action.type === leave().type) state = getInitialState();
    else state = action.type === REHYDRATE ? { ...state, ...saved } : reducer(state, action);
  }
  return state;
}
