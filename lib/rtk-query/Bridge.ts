import type { Dispatch } from 'redux';
import { setupError } from '../errors/setupError';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { SchemaObject } from '../types/Schema';
import { type BridgedEndpoint, type CacheChange, patchingEndpoint } from './BridgedEndpoint';
import { changesSchema, type Kinds } from './changedRows';
import type { RtkApi, RtkChange } from './RtkApi';

/** What the bridge knows of one store. */
export interface BridgedStore {
  /** Whether RTK Query has begun a request under this id, which has not ended. */
  isRunning(requestId: string): boolean;
  /** Runs a change by hand of RTK Query's cache; returns what it returned, and the changes of bridged data. */
  change<T>(run: () => T): readonly [returned: T, changes: readonly CacheChange[]];
  /** Runs what puts back what some changes have changed. */
  undo(changes: readonly CacheChange[], run: () => void): void;
}

/** All that is bridged of one RTK Query API. */
export interface Bridge {
  readonly api: RtkApi;
  readonly endpoints: Map<string, BridgedEndpoint>;
  /** The kinds of records in their schemas. */
  readonly kinds: Kinds;
  /** The schema of what is changed by hand. */
  readonly changes: SchemaObject;
  /** Mutations that are not bridged, and change RTK Query's cache when they begin. */
  readonly patching: EndpointInterface;
  /** The stores that have the bridge's middleware, by `dispatch`. */
  readonly stores: WeakMap<Dispatch, BridgedStore>;
}

/** Begins with no endpoint. */
export function createBridge(api: RtkApi): Bridge {
  const { reducerPath } = api;
  const kinds: Kinds = {};
  const changes = changesSchema(`${reducerPath}.changes`, kinds);
  const patching = patchingEndpoint(`${reducerPath}.patching`, changes);
  const bridge: Bridge = { api, endpoints: new Map(), kinds, changes, patching, stores: new WeakMap() };
  followUndos(bridge);
  return bridge;
}

/**
 * Has RTK Query tell what is undone: its inverse patches go by position, and in a list that has had another response since
 * they would change other records.
 */
function followUndos({ api: { util }, stores }: Bridge): void {
  const made = new WeakMap<object, readonly CacheChange[]>();
  util.updateQueryData = around(util.updateQueryData, (run, dispatch) => {
    const [collection, changes] = stores.get(dispatch)?.change(run) ?? [run(), []];
    made.set(collection.inversePatches, changes);
    return collection;
  });
  util.patchQueryData = around(util.patchQueryData, (run, dispatch, [, , patches]) => {
    const changes = made.get(patches as object);
    const store = stores.get(dispatch);
    if (changes && store) store.undo(changes, run);
    else run();
  });
}

/** A function of RTK Query's `util`, with something done around what it dispatches. */
function around<T>(
  create: RtkChange<T>,
  wrap: (run: () => T, dispatch: Dispatch, given: readonly unknown[]) => T,
): RtkChange<T> {
  return (...given) => {
    const thunk = create(...given);
    return (dispatch, getState) => wrap(() => thunk(dispatch, getState), dispatch, given);
  };
}

/**
 * What a bridge knows of a store.
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
