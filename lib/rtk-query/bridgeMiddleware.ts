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
import {
  argsOf,
  type BridgedEndpoint,
  type CacheChange,
  type ChangedData,
  type ChangedList,
} from './BridgedEndpoint';
import { cachedData } from './cachedData';
import { type ChangedField, type Changes, changedRows, type TakenRows, withMergedLists } from './changedRows';
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

/** What a mutation changes in RTK Query's cache while it begins. */
interface Patches {
  /** Its endpoint, were it not for them. */
  readonly endpoint: EndpointInterface | undefined;
  changes: readonly (readonly [change: CacheChange, data: Changes])[];
  /** Whether the mutation has succeeded. */
  isDone?: boolean;
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
    const running = new Map<string, Running>();
    const { observe, ...changing } = observer(bridge, api, running);
    bridge.stores.set(api.dispatch, { isRunning: requestId => running.has(requestId), ...changing });
    return next => {
      const run = stage(next);
      return action => (isOf(bridge, action) ? observe(action, run) : run(action));
    };
  };
}

function isOf({ api }: Bridge, action: unknown): action is RtkAction {
  if (typeof action !== 'object' || action === null || !('type' in action)) return false;
  return typeof action.type === 'string' && action.type.startsWith(`${api.reducerPath}/`);
}

function observer(bridge: Bridge, api: MiddlewareAPI, running: Map<string, Running>) {
  const cache = cachedData(bridge, api.getState);
  let patches: Patches | undefined;
  /** The patches that each change by hand is one of. */
  const patchesOf = new WeakMap<CacheChange, Patches>();
  /** The changes by hand that were made, or are undone, at present. */
  let noted: CacheChange[] | undefined;
  let undone: readonly CacheChange[] | undefined;
  /** Elements that were taken out of lists by hand: they may be put into others. */
  const taken: TakenRows = new Map();

  function observe(action: RtkAction, run: (action: unknown) => unknown): unknown {
    const handle = handleOf(api.dispatch);
    const { meta } = action;
    const rtk = bridge.api.endpoints[meta?.arg?.endpointName];
    // What began at the present ends, whatever DevTools show.
    if (handle.isPast() && !running.has(meta?.requestId)) return run(action);
    if (rtk?.matchPending(action)) return begin(handle, action, run);
    if (rtk?.matchFulfilled(action)) {
      const endpoint = bridge.endpoints.get(meta.arg.endpointName);
      const arg = meta.arg.originalArgs;
      const earlier = endpoint?.isMerged ? cache.read(endpoint, arg) : undefined;
      if (earlier === undefined) end(handle, meta, action.payload);
      const result = run(action);
      const held = endpoint?.isMutation === false ? cache.note(endpoint, arg) : undefined;
      if (endpoint !== undefined && earlier !== undefined) {
        const { entities } = handle.getState();
        const edit = { schema: endpoint.schema, args: argsOf(arg), entities };
        end(handle, meta, withMergedLists(edit, earlier, held));
      }
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

  function cacheNow(): unknown {
    return (api.getState() as Readonly<Record<string, unknown>>)[bridge.api.reducerPath];
  }

  // ------------------------------------------------------------------------------------------------------- requests

  function begin(handle: StoreHandle, action: RtkAction, run: (action: unknown) => unknown): unknown {
    const { requestId, arg } = action.meta;
    const endpoint = bridge.endpoints.get(arg.endpointName);
    const args = argsOf(arg.originalArgs);
    if (arg.type !== 'mutation') {
      if (endpoint !== undefined)
        start(handle, endpoint.definition, args, requestId, { endpoint: undefined, changes: [] });
      return run(action);
    }
    // What `onQueryStarted` changes at once belongs to this mutation.
    const outer = patches;
    const own: Patches = { endpoint: endpoint?.definition, changes: [] };
    patches = own;
    try {
      return run(action);
    } finally {
      patches = outer;
      const isPatching = own.changes.length > 0;
      const definition = isPatching ? (endpoint?.patching ?? bridge.patching) : endpoint?.definition;
      const given = isPatching ? [args[0] ?? null, changedData(own)] : args;
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
    if (patches.changes.length === 0) return came ?? emptyResponse(state, endpoint, args, requestId);
    const changes = changedData(patches);
    const own = patches.endpoint;
    const given = args.slice(0, 1);
    const isTold = Object.keys(changes.rows).length > 0 && !isRemoval(elementIn(own?.schema));
    const response = came ?? (own && !isTold ? emptyResponse(state, own, given, requestId) : null);
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
        const earlier = undone?.find(one => one.endpoint === endpoint && sameValue(one.arg, arg));
        if (earlier !== undefined) takeBack(handle, earlier);
        else if (!isObject(after)) continue;
        else if (isObject(before)) take(handle, change);
        else {
          const landed = handle.nextNumber();
          api.dispatch(
            setResponse(endpoint.definition, { args: argsOf(arg), response: toPlain(after), landed }),
          );
        }
      } catch (error) {
        warnOfCacheOnly(`An update of ${endpoint.name}`, error);
      }
    }
  }

  function take(handle: StoreHandle, change: CacheChange) {
    const { endpoint, arg, before, after } = change;
    const { entities } = handle.getState();
    const data = changedRows({ ...queryOf(endpoint, arg), entities, taken }, before, after);
    if (data.fields.length + data.lists.length === 0) return;
    if (patches !== undefined) {
      patches.changes = [...patches.changes, [change, data]];
      patchesOf.set(change, patches);
    } else store(handle, data);
  }

  /** Puts back by their keys what a change has changed. A mutation that fails has done that: it showed its changes meanwhile. */
  function takeBack(handle: StoreHandle, change: CacheChange) {
    const of = patchesOf.get(change);
    if (of !== undefined) of.changes = of.changes.filter(([one]) => one !== change);
    if (of && !of.isDone) return;
    const { endpoint, arg, before, after } = change;
    const { entities } = handle.getState();
    // What others have made of a field since stays.
    const isLeftOut = ({ kind, pk, field, before: made }: ChangedField) =>
      !sameValue((getValue(entities[kind], pk) as EntityRow | undefined)?.[field], made);
    store(handle, changedRows({ ...queryOf(endpoint, arg), entities, isLeftOut }, after, before));
  }

  /** Whether records stand in other places by now than where a change has changed their fields. */
  function isShifted({ endpoint, arg, before, after }: CacheChange): boolean {
    const [old, made, current] = [before, after, cache.read(endpoint, arg)].map(data =>
      attempt(() => {
        const { result, entities } = normalize(endpoint.schema, data, argsOf(arg));
        return [result, filterFields(entities, kind => bridge.kinds[kind] === undefined)];
      }),
    );
    return sameValue(old, made) && !sameValue(made, current);
  }

  function queryOf({ schema }: BridgedEndpoint, arg: unknown) {
    return { schema, args: argsOf(arg), kinds: bridge.kinds };
  }

  function store(handle: StoreHandle, { rows, news, lists }: ChangedData) {
    api.dispatch(set(bridge.changes, { value: { rows, news, lists }, landed: handle.nextNumber() }));
  }

  return {
    observe,
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
      if (changes.some(change => !change.isThere())) return;
      undone = changes;
      try {
        if (changes.some(isShifted)) for (const change of changes) takeBack(handleOf(api.dispatch), change);
        else run();
      } finally {
        undone = undefined;
      }
    },
  };
}

/** All that a mutation has changed. */
function changedData({ changes }: Patches): ChangedData {
  return changes.reduce<ChangedData>(
    (all, [, { rows, news, lists }]) => ({
      rows: joined(all.rows, rows, (one = [], other) => [...one, ...other]),
      news: joined(all.news, news, (one, other) => ({ ...one, ...other })),
      lists: [...all.lists, ...lists],
    }),
    { rows: {}, news: {}, lists: [] },
  );
}

function joined<T>(
  one: Readonly<Record<string, T>>,
  other: Readonly<Record<string, T>>,
  join: (one: T | undefined, other: T) => T,
): Readonly<Record<string, T>> {
  return { ...one, ...mapFields(other, (kind, value) => join(one[kind], value)) };
}

/**
 * Changed data once the response has come: a record that the server has given another key, as it does to one that an app
 * has made up, stands under that.
 */
function withNames(changes: ChangedData, named: Entities, entities: Entities): ChangedData {
  const names = new Map<unknown, string | undefined>();
  const news = mapFields(changes.news, (kind, rows) => {
    const isStored = (pk: string) => getCell(entities[kind], pk) !== undefined;
    const came = keysIn(named[kind]);
    const made = Object.keys(rows).filter(pk => !came.includes(pk) && !isStored(pk));
    const others = came.filter(pk => !Object.hasOwn(rows, pk) && !isStored(pk));
    if (came.length > 0) made.forEach((pk, i) => void names.set(pk, others[i]));
    return filterFields(rows, pk => !names.has(pk));
  });
  const renamed = ({ result, ...place }: ChangedList['added'][number]) => {
    const name = names.has(result) ? names.get(result) : result;
    return name === undefined ? [] : [{ result: name, ...place }];
  };
  const lists = changes.lists.map(list => ({ ...list, added: list.added.flatMap(renamed) }));
  return { ...changes, news, lists };
}

function keysIn(table: Table<unknown, unknown> | undefined): readonly string[] {
  const keys: string[] = [];
  forEachCell(table, pk => keys.push(pk));
  return keys;
}

/** The action of a request that is not to be sent: RTK Query does that. It finds its endpoint by name, as in a log. */
function unsent(action: FetchAction): FetchAction {
  const { endpoint: _endpoint, ...fields } = Object.getOwnPropertyDescriptors(action);
  return Object.defineProperties({}, fields) as FetchAction;
}
