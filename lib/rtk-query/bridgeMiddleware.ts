import type { Middleware, MiddlewareAPI } from 'redux';
import { defaultsOf } from '../actions/expiry';
import { type FetchAction, fetch } from '../actions/fetch';
import { takeOutcome } from '../actions/outcomes';
import { set } from '../actions/set';
import { setResponse } from '../actions/setResponse';
import { emptyResponse } from '../managers/network/emptyResponse';
import { normalize } from '../normalize/normalize';
import { attempt } from '../plain/attempt';
import { filterFields } from '../plain/filterFields';
import { isEmpty } from '../plain/isEmpty';
import { isError } from '../plain/isError';
import { isObject } from '../plain/isObject';
import { mapFields } from '../plain/mapFields';
import { sameValue } from '../plain/sameValue';
import { toPlain } from '../plain/toPlain';
import { elementIn, isRemoval } from '../schema/addressedRecord';
import { optimisticPreview } from '../selectors/optimisticPreview';
import { handleOf, type StoreHandle } from '../store/StoreHandle';
import { getCell, getValue } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import type { Table } from '../tables/Table';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Schema } from '../types/Schema';
import type { Entities, EntityRow } from '../types/State';
import type { Bridge } from './Bridge';
import { argsOf, type BridgedEndpoint, type CacheChange, type Patches } from './BridgedEndpoint';
import { cachedData } from './cachedData';
import {
  type ChangedData,
  type ChangedField,
  type ChangedList,
  type Compared,
  changedRows,
  type TakenRows,
  withMergedLists,
} from './changedRows';
import type { RtkAction, RtkMeta } from './RtkApi';
import { rtkError, warnOfCacheOnly } from './rtkError';

/** A request of RTK Query in flight. */
interface Running {
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
  readonly key: string;
  readonly left: number;
  readonly fetchedAt: number;
  /** What a mutation has changed in RTK Query's cache when it began. */
  readonly patches: Patches;
}

/**
 * RTK Query's middleware, which puts what its requests bring into the store of the data client as well.
 *
 * A request takes its numbers where its `pending` and its `fulfilled` or `rejected` pass. What an app changes by hand
 * in RTK Query's cache is stored, too: as an optimistic update when a mutation does it as it begins, which is rolled
 * back if the mutation fails; else at once.
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
  if (typeof action !== 'object' || action === null || !('type' in action)) return false;
  return typeof action.type === 'string' && action.type.startsWith(`${api.reducerPath}/`);
}

function observer(bridge: Bridge, api: MiddlewareAPI) {
  const running = new Map<string, Running>();
  const cache = cachedData(bridge, api.getState);
  let patches: Patches | undefined;
  /** What is changed by hand at present, and which changes this undoes. */
  let noted: CacheChange[] | undefined;
  let undone: readonly CacheChange[] = [];
  /** Elements that were taken out of lists by hand: they may be put into others. */
  const taken: TakenRows = new Map();
  /** Whether what RTK Query's cache held at first is known. */
  let isBegun = false;

  function observe(action: RtkAction, run: (action: unknown) => unknown): unknown {
    const handle = handleOf(api.dispatch);
    const { meta } = action;
    const rtk = bridge.api.endpoints[meta?.arg?.endpointName];
    // What began at the present ends, whatever DevTools show.
    if (handle.isPast() && !running.has(meta?.requestId)) return run(action);
    if (!isBegun) takeWhole(handle, true);
    if (rtk?.matchPending(action)) return begin(handle, action, run);
    if (rtk?.matchFulfilled(action)) {
      const endpoint = bridge.endpoints.get(meta.arg.endpointName);
      const { originalArgs: arg, queryCacheKey: key = '' } = meta.arg;
      const earlier = endpoint?.isMerged ? cache.read(key) : undefined;
      if (earlier === undefined) end(handle, meta, action.payload);
      const result = run(action);
      const held = endpoint?.isMutation === false ? cache.note(key, endpoint.isMerged) : undefined;
      if (endpoint !== undefined && earlier !== undefined)
        end(handle, meta, withMergedLists(compared(handle, endpoint, arg), earlier, held));
      return result;
    }
    if (rtk?.matchRejected(action)) {
      end(handle, meta, rtkError(meta.arg.endpointName, action.payload ?? action.error));
      return run(action);
    }
    const before = cacheNow();
    const result = run(action);
    if (cacheNow() !== before) takeChanges(handle);
    return result;
  }

  /** Sees what the action of another library brings into RTK Query's cache, as `extractRehydrationInfo` returns it. */
  function watch(action: unknown, run: (action: unknown) => unknown): unknown {
    const before = api.getState();
    const cached = cacheNow();
    const result = run(action);
    if (cacheNow() === cached) return result;
    const handle = handleOf(api.dispatch);
    if (handle.isPast()) return result;
    takeWhole(handle, sliceNow(handle.reducerPath, before) !== sliceNow(handle.reducerPath));
    return result;
  }

  function cacheNow(): unknown {
    return sliceNow(bridge.api.reducerPath);
  }

  function sliceNow(path: string, rootState: unknown = api.getState()): unknown {
    return (rootState as Readonly<Record<string, unknown>>)[path];
  }

  /** Takes data that stands whole in the cache for responses; not where the tables have come with it: these are ahead. */
  function takeWhole(handle: StoreHandle, isWithTables: boolean) {
    isBegun = true;
    const { endpoints } = handle.getState();
    for (const { key, endpoint, arg, after } of cache.changes()) {
      cache.note(key, false);
      const isHeld = getCell(endpoints, endpoint.definition.key(...argsOf(arg))) !== undefined;
      if (isObject(after) && !(isWithTables && isHeld)) storeWhole(handle, endpoint, arg, after);
    }
  }

  function storeWhole(
    handle: StoreHandle,
    { name, definition }: BridgedEndpoint,
    arg: unknown,
    data: object,
  ) {
    try {
      const landed = handle.nextNumber();
      api.dispatch(setResponse(definition, { args: argsOf(arg), response: toPlain(data), landed }));
    } catch (error) {
      warnOfCacheOnly(`An update of ${name}`, error);
    }
  }

  // ------------------------------------------------------------------------------------------------------- requests

  function begin(handle: StoreHandle, action: RtkAction, run: (action: unknown) => unknown): unknown {
    const { requestId, arg } = action.meta;
    const endpoint = bridge.endpoints.get(arg.endpointName);
    const args = argsOf(arg.originalArgs);
    const own: Patches = { endpoint: endpoint?.definition, changes: new Map() };
    if (arg.type !== 'mutation') {
      if (endpoint !== undefined) start(handle, endpoint.definition, args, requestId, own);
      return run(action);
    }
    // What `onQueryStarted` changes at once belongs to this mutation.
    const outer = patches;
    patches = own;
    try {
      return run(action);
    } finally {
      patches = outer;
      const isPatching = own.changes.size > 0;
      const definition = isPatching ? (endpoint?.patching ?? bridge.patching) : endpoint?.definition;
      const given = isPatching ? [args[0] ?? null, [...own.changes.values()]] : args;
      if (definition !== undefined) start(handle, definition, given, requestId, own);
    }
  }

  function start(
    handle: StoreHandle,
    endpoint: EndpointInterface,
    args: readonly unknown[],
    requestId: string,
    patches: Patches,
  ) {
    const fetchedAt = Date.now();
    const request = { endpoint, args, key: endpoint.key(...args), requestId, fetchedAt };
    const shown = optimisticPreview(handle.getState(), request);
    const began = handle.nextNumber();
    handle.begun.set(requestId, 'code');
    api.dispatch(unsent(fetch(endpoint, { ...request, ...shown, began })));
    running.set(requestId, { ...request, left: handle.nextNumber(), patches });
  }

  function end(handle: StoreHandle, { requestId }: RtkMeta, response: unknown) {
    const request = running.get(requestId);
    if (request === undefined) return;
    running.delete(requestId);
    const { endpoint, args, key, left, fetchedAt, patches } = request;
    const landed = handle.nextNumber();
    patches.isDone = !isError(response);
    const action = setResponse(endpoint, {
      args,
      key,
      response: isError(response) ? response : withChanges(handle, request, requestId, response),
      fetchedAt,
      left,
      landed,
      requestId,
      ...defaultsOf(handle),
      isBatched: endpoint.sideEffect !== true,
    });
    api.dispatch(action);
    const { error } = takeOutcome(action) ?? {};
    if (!isError(response) && error !== undefined) warnOfCacheOnly(`The response of ${endpoint.name}`, error);
  }

  /** What a response brings: with what the mutation has changed in RTK Query's cache, for what the server is silent on. */
  function withChanges(
    handle: StoreHandle,
    { endpoint, args, patches }: Running,
    requestId: string,
    came: unknown,
  ): unknown {
    const state = handle.getState();
    const changes = [...patches.changes.values()];
    const own = patches.endpoint;
    const given = args.slice(0, 1);
    const isTold = changes.some(({ rows }) => !isEmpty(rows)) && !isRemoval(elementIn(own?.schema));
    const response = came ?? (own && !isTold ? emptyResponse(state, own, given, requestId) : null);
    if (endpoint === own) return response;
    if (response === null || own === undefined) return { changes };
    // What does not match its schema is reported when it is stored.
    const named = attempt(() => normalize(own.schema as Schema, toPlain(response), given).entities) ?? {};
    return { changes: withNames(changes, named, state.entities), response };
  }

  // ---------------------------------------------------------------------------------------------- changes by hand

  function takeChanges(handle: StoreHandle) {
    for (const change of cache.changes()) {
      noted?.push(change);
      const { endpoint, arg, before, after } = change;
      try {
        const earlier = undone.find(({ key }) => key === change.key);
        if (earlier !== undefined) takeBack(handle, earlier);
        else if (!isObject(after)) continue;
        else if (isObject(before)) take(handle, change);
        else storeWhole(handle, endpoint, arg, after);
      } catch (error) {
        warnOfCacheOnly(`An update of ${endpoint.name}`, error);
      }
    }
  }

  function take(handle: StoreHandle, change: CacheChange) {
    const { key, endpoint, arg, before, after } = change;
    const isCopy = (kind: string, pk: string, row: EntityRow) =>
      cache.others(key).some(([other, args, data]) => {
        const entities = attempt(() => normalize(other.schema, data, argsOf(args)).entities);
        return sameValue(getValue(entities?.[kind], pk), row);
      });
    const data = changedRows({ ...compared(handle, endpoint, arg), taken, isCopy }, before, after);
    if (isEmpty(data.rows) && data.lists.length === 0) return;
    change.patches = patches;
    if (patches === undefined) store(handle, data);
    else patches.changes.set(change, data);
  }

  /** Puts back by their keys what a change has changed. A mutation that fails has done that: it showed its changes meanwhile. */
  function takeBack(handle: StoreHandle, change: CacheChange) {
    const { endpoint, arg, before, after, patches } = change;
    patches?.changes.delete(change);
    if (patches && !patches.isDone) return;
    const query = compared(handle, endpoint, arg);
    // What others have made of a field since stays.
    const isLeftOut = ({ kind, pk, field, before: made }: ChangedField) =>
      !sameValue((getValue(query.entities[kind], pk) as EntityRow | undefined)?.[field], made);
    store(handle, changedRows({ ...query, isLeftOut }, after, before));
  }

  /** Whether records stand in other places by now than where a change has changed their fields. */
  function isShifted({ key, endpoint, arg, before, after }: CacheChange): boolean {
    const [old, made, current] = [before, after, cache.read(key)].map(data =>
      attempt(() => {
        const { result, entities } = normalize(endpoint.schema, data, argsOf(arg));
        return [result, filterFields(entities, kind => bridge.kinds[kind] === undefined)];
      }),
    );
    return sameValue(old, made) && !sameValue(made, current);
  }

  function compared(handle: StoreHandle, { schema }: BridgedEndpoint, arg: unknown): Compared {
    return { schema, args: argsOf(arg), kinds: bridge.kinds, entities: handle.getState().entities };
  }

  function store(handle: StoreHandle, change: ChangedData) {
    api.dispatch(set(bridge.changes, { value: [change], landed: handle.nextNumber() }));
  }

  return {
    observe,
    watch,
    isRunning: (requestId: string) => running.has(requestId),
    change<T>(run: () => T) {
      const outer = noted;
      const changes: CacheChange[] = [];
      noted = changes;
      try {
        return [run(), changes] as const;
      } finally {
        noted = outer;
      }
    },
    undo(changes: readonly CacheChange[], run: () => void) {
      if (!changes.every(change => change.isThere())) return;
      // RTK Query would put in once more what was taken out.
      if (
        changes.length > 0 &&
        changes.every(({ key, undoneTo }) => undoneTo && undoneTo === cache.read(key))
      )
        return;
      undone = changes;
      try {
        if (changes.some(isShifted)) for (const change of changes) takeBack(handleOf(api.dispatch), change);
        else run();
        for (const change of changes) change.undoneTo = cache.read(change.key);
      } finally {
        undone = [];
      }
    },
  };
}

/**
 * Changed data once the response has come: a record that the server has given another key, as it does to one that an app
 * has made up, stands under that.
 */
function withNames(
  changes: readonly ChangedData[],
  named: Entities,
  entities: Entities,
): readonly ChangedData[] {
  const names = new Map<unknown, string | undefined>();
  for (const [kind, table] of Object.entries(named)) {
    const made = changes.flatMap(({ news }) => Object.keys(news[kind] ?? {}));
    const isNew = (pk: string) => getCell(entities[kind], pk) === undefined;
    const came = keysIn(table);
    const others = came.filter(pk => !made.includes(pk) && isNew(pk));
    if (came.length === 0) continue;
    for (const pk of new Set(made)) if (!came.includes(pk) && isNew(pk)) names.set(pk, others.shift());
  }
  const renamed = ({ result, ...place }: ChangedList['added'][number]) => {
    const name = names.has(result) ? names.get(result) : result;
    return name === undefined ? [] : [{ result: name, ...place }];
  };
  return changes.map(({ rows, news, lists }) => ({
    rows,
    news: mapFields(news, (_kind, all) => filterFields(all, pk => !names.has(pk))),
    lists: lists.map(list => ({ ...list, added: list.added.flatMap(renamed) })),
  }));
}

function keysIn(table: Table<unknown, unknown>): readonly string[] {
  const keys: string[] = [];
  forEachCell(table, pk => keys.push(pk));
  return keys;
}

/** The action of a request that is not to be sent: RTK Query does that. It finds its endpoint by name, as in a log. */
function unsent(action: FetchAction): FetchAction {
  const { endpoint: _endpoint, ...fields } = Object.getOwnPropertyDescriptors(action);
  return Object.defineProperties({}, fields) as FetchAction;
}
