import type { Dispatch } from 'redux';
import { setupError } from '../errors/setupError';
import type { EndpointInterface } from '../types/EndpointInterface';
import { type BridgedEndpoint, patchingEndpoint, type RowsSchema } from './BridgedEndpoint';
import type { RtkApi } from './RtkApi';

/** What the bridge knows of one store. */
export interface BridgedStore {
  /** Whether RTK Query has begun a request under this id, which has not ended. */
  isRunning(requestId: string): boolean;
}

/** All that is bridged of one RTK Query API. */
export interface Bridge {
  readonly api: RtkApi;
  readonly endpoints: Map<string, BridgedEndpoint>;
  /** The kinds of records in their schemas. */
  readonly rows: RowsSchema;
  /** Mutations that are not bridged, and change RTK Query's cache when they begin. */
  readonly patching: EndpointInterface;
  /** The stores that have the bridge's middleware, by `dispatch`. */
  readonly stores: WeakMap<Dispatch, BridgedStore>;
}

/** Begins with no endpoint. */
export function createBridge(api: RtkApi): Bridge {
  const rows: RowsSchema = {};
  return {
    api,
    endpoints: new Map(),
    rows,
    patching: patchingEndpoint(`${api.reducerPath}.patching`, rows),
    stores: new WeakMap(),
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
