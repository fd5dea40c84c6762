import type { Middleware, MiddlewareAPI } from 'redux';
import { isObject } from '../plain/isObject';
import { sameValue } from '../plain/sameValue';
import { handleOf, type StoreHandle } from '../store/StoreHandle';
import { getCell } from '../tables/getCell';
import type { DataState } from '../types/State';
import type { Bridge } from './Bridge';
import { argsOf } from './BridgedEndpoint';
import { bridgedRequests } from './bridgedRequests';
import { cachedData } from './cachedData';
import { withMergedLists } from './changedRows';
import { changesByHand, compared, storeWhole } from './changesByHand';
import type { RtkAction } from './RtkApi';
import { rtkError } from './rtkError';

/**
 * RTK Query's middleware, which also stores the responses to its requests in the data client.
 *
 * A request takes its numbers when its `pending` and its `fulfilled` or `rejected` pass. Manual updates of RTK Query's
 * cache are stored, too: as an optimistic update if a mutation makes them as it begins, which is rolled back if the
 * mutation fails; otherwise at once.
 */
export function bridgeMiddleware(bridge: Bridge): Middleware {
  return api => {
    const stage = bridge.api.middleware(api);
    const { observe, watch, ...store } = observer(bridge, api);
    bridge.stores.set(api.dispatch, store);
    return next => {
      const run = stage(next);
      return action => (isOf(bridge, action) ? observe(action, run) : watch(action, run));
    };
  };
}

function isOf({ api }: Bridge, action: unknown): action is RtkAction {
  const { type } = (isObject(action) ? action : {}) as { readonly type?: unknown };
  return typeof type === 'string' && type.startsWith(`${api.reducerPath}/`);
}

function observer(bridge: Bridge, api: MiddlewareAPI) {
  const cache = cachedData(bridge, api.getState);
  const requests = bridgedRequests(bridge);
  const changes = changesByHand(bridge, api.dispatch, cache);
  /** Whether the initial content of RTK Query's cache is known. */
  let hasStarted = false;

  function observe(action: RtkAction, run: (action: unknown) => unknown): unknown {
    const handle = handleOf(api.dispatch);
    const { meta } = action;
    const rtkEndpoint = bridge.api.endpoints[meta?.arg?.endpointName];
    // A request that began in the present must end, even while DevTools show the past.
    if (handle.isPast() && !requests.isRunning(meta?.requestId)) return run(action);
    if (!hasStarted) storeCache(handle, true);
    if (rtkEndpoint?.matchPending(action)) return requests.begin(handle, action, run);
    if (rtkEndpoint?.matchFulfilled(action)) {
      const endpoint = bridge.endpoints.get(meta.arg.endpointName);
      const { originalArgs: arg, queryCacheKey: key = '' } = meta.arg;
      const previousData = endpoint?.isMerged ? cache.read(key) : undefined;
      if (previousData === undefined) requests.end(handle, meta, action.payload);
      const result = run(action);
      const mergedData = endpoint?.isMutation === false ? cache.note(key, endpoint.isMerged) : undefined;
      if (endpoint !== undefined && previousData !== undefined)
        requests.end(
          handle,
          meta,
          withMergedLists(compared(bridge, handle, endpoint, arg), previousData, mergedData),
        );
      return result;
    }
    if (rtkEndpoint?.matchRejected(action)) {
      requests.end(handle, meta, rtkError(meta.arg.endpointName, action.payload ?? action.error));
      return run(action);
    }
    const before = currentCache();
    const result = run(action);
    if (currentCache() !== before) changes.storeChanges(handle);
    return result;
  }

  /** Stores what another library's action brings into RTK Query's cache through `extractRehydrationInfo`. */
  function watch(action: unknown, run: (action: unknown) => unknown): unknown {
    const before = api.getState();
    const cached = currentCache();
    const result = run(action);
    if (currentCache() === cached) return result;
    const handle = handleOf(api.dispatch);
    if (handle.isPast()) return result;
    // Other parts of the slice may have changed meanwhile, such as the state of a stream.
    const responses = (sliceOf(handle.reducerPath, before) as DataState | undefined)?.endpoints;
    storeCache(handle, !hasStarted || responses !== handle.getState().endpoints);
    return result;
  }

  function currentCache(): unknown {
    return sliceOf(bridge.api.reducerPath);
  }

  function sliceOf(path: string, rootState: unknown = api.getState()): unknown {
    return (rootState as Readonly<Record<string, unknown>>)[path];
  }

  /** Stores complete data of the cache as responses, unless the tables came with it: these are ahead. */
  function storeCache(handle: StoreHandle, hasTables: boolean) {
    hasStarted = true;
    const { endpoints } = handle.getState();
    const toStore = cache.changes().filter(({ key, endpoint, arg, before, after, isSameFetch }) => {
      // It is stored already, and the tables may have changed since.
      if (isSameFetch && sameValue(before, after)) return false;
      cache.note(key, false);
      const isStored = getCell(endpoints, endpoint.definition.key(...argsOf(arg))) !== undefined;
      return isObject(after) && !(hasTables && isStored);
    });
    // Only the last notifies subscribers.
    const lastChange = toStore.at(-1);
    for (const change of toStore)
      storeWhole(handle, change.endpoint, change.arg, change.after as object, change !== lastChange);
  }

  return { observe, watch, isRunning: requests.isRunning, change: changes.change, undo: changes.undo };
}
