import type { Dispatch } from 'redux';
import { setupError } from '../errors/setupError';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { SchemaObject } from '../types/Schema';
import { type BridgedEndpoint, type CacheChange, createKinds, patchingEndpoint } from './BridgedEndpoint';
import { changesSchema, type Kinds } from './changedRows';
import type { RtkApi, RtkChange } from './RtkApi';

/** What the bridge knows about one store. */
export interface BridgedStore {
  /** Whether RTK Query's request with this id is in flight. */
  isRunning(requestId: string): boolean;
  /** Runs a manual update of RTK Query's cache; returns its result and the changes of bridged data. */
  change<T>(run: () => T): readonly [returned: T, changes: readonly CacheChange[]];
  /** Undoes changes: with `run`, or by key if records have moved. */
  undo(changes: readonly CacheChange[], run: () => void): void;
}

/** Everything bridged of one RTK Query API. */
export interface Bridge {
  readonly api: RtkApi;
  readonly endpoints: Map<string, BridgedEndpoint>;
  /** The kinds of records in the schemas. */
  readonly kinds: Kinds;
  /** The schema of manual updates. */
  readonly changes: SchemaObject;
  /** For mutations that are not bridged but change RTK Query's cache as they begin. */
  readonly patching: EndpointInterface;
  /** The stores that have the bridge's middleware, by `dispatch`. */
  readonly stores: WeakMap<Dispatch, BridgedStore>;
}

/** A bridge without endpoints. */
export function createBridge(api: RtkApi): Bridge {
  const { reducerPath } = api;
  const kinds = createKinds();
  const changes = changesSchema(`${reducerPath}.changes`, kinds);
  const patching = patchingEndpoint(`${reducerPath}.patching`, changes);
  const bridge: Bridge = { api, endpoints: new Map(), kinds, changes, patching, stores: new WeakMap() };
  followUndos(bridge);
  return bridge;
}

/**
 * Wraps RTK Query's `util` to see what is undone: its inverse patches go by position, and would change other records in
 * a list that has received another response since.
 */
function followUndos({ api: { util }, stores }: Bridge): void {
  const changesByPatches = new WeakMap<object, readonly CacheChange[]>();
  util.updateQueryData = wrapThunks(util.updateQueryData, (run, dispatch) => {
    const [collection, changes] = stores.get(dispatch)?.change(run) ?? [run(), []];
    changesByPatches.set(collection.inversePatches, changes);
    return collection;
  });
  util.patchQueryData = wrapThunks(util.patchQueryData, (run, dispatch, [, , patches]) => {
    const changes = changesByPatches.get(patches as object);
    const store = stores.get(dispatch);
    if (changes && store) store.undo(changes, run);
    else run();
  });
}

/** Wraps the thunks that a function of RTK Query's `util` creates. */
function wrapThunks<T>(
  create: RtkChange<T>,
  wrap: (run: () => T, dispatch: Dispatch, args: readonly unknown[]) => T,
): RtkChange<T> {
  return (...args) => {
    const thunk = create(...args);
    return (dispatch, getState) => wrap(() => thunk(dispatch, getState), dispatch, args);
  };
}

/**
 * What a bridge knows about a store.
 *
 * @throws {UsageError} when the store has the middleware of the API as it was before `bridgeApi`
 */
export function storeOf({ api, stores }: Bridge, dispatch: Dispatch): BridgedStore {
  const store = stores.get(dispatch);
  if (store !== undefined) return store;
  throw setupError(
    `${api.reducerPath}.middleware`,
    process.env.NODE_ENV !== 'production' &&
      `The store is missing the middleware that bridgeApi() returned for "${api.reducerPath}". Add it: ` +
        'const api = bridgeApi(plainApi, …), and .concat(api.middleware, dataClient.middleware).',
  );
}
