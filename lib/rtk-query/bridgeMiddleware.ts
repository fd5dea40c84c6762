import type { Middleware, MiddlewareAPI } from 'redux';
import { defaultsOf } from '../actions/expiry';
import { type FetchAction, fetch } from '../actions/fetch';
import { takeOutcome } from '../actions/outcomes';
import { set } from '../actions/set';
import { setResponse } from '../actions/setResponse';
import { emptyResponse } from '../managers/network/emptyResponse';
import { isError } from '../plain/isError';
import { isObject } from '../plain/isObject';
import { Multimap } from '../plain/Multimap';
import { toPlain } from '../plain/toPlain';
import { optimisticPreview } from '../selectors/optimisticPreview';
import { handleOf, type StoreHandle } from '../store/StoreHandle';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Schema } from '../types/Schema';
import type { Bridge } from './Bridge';
import { argsOf, type BridgedEndpoint, type ChangedRows } from './BridgedEndpoint';
import { cachedData } from './cachedData';
import { type ChangedField, changedRows, withEditedLists, withMergedLists } from './changedRows';
import type { RtkAction, RtkMeta } from './RtkApi';
import { rtkError, warnOfCacheOnly } from './rtkError';

/** A request of RTK Query in flight. */
interface Running {
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
  readonly key: string;
  readonly left: number;
  readonly fetchedAt: number;
  /** What the mutation has changed in RTK Query's cache when it began. */
  readonly fields: readonly ChangedField[];
}

/** What a mutation changes in RTK Query's cache while it begins. */
interface Patches {
  rows: ChangedRows;
  readonly fields: ChangedField[];
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
    bridge.stores.set(api.dispatch, { isRunning: requestId => running.has(requestId) });
    return next => {
      const run = stage(next);
      const observe = observer(bridge, api, running);
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
  /**
   * Fields that RTK Query is about to roll back, since the mutation that changed them has failed: one for each place of
   * its cache that holds the record. What is still there when a query lands that left later is never rolled back: the app
   * has refetched instead.
   */
  const undone = new Multimap<string, ChangedField>();
  /** When the last of them failed. */
  let failed = 0;
  let patches: Patches | undefined;
  /** Elements of lists that were taken out by hand. */
  const taken = new WeakSet<object>();

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
      if (endpoint !== undefined) start(handle, endpoint.definition, args, requestId, []);
      return run(action);
    }
    // What `onQueryStarted` changes at once belongs to this mutation.
    const outer = patches;
    const own: Patches = { rows: {}, fields: [] };
    patches = own;
    try {
      return run(action);
    } finally {
      patches = outer;
      const isPatching = own.fields.length > 0;
      const definition = isPatching ? (endpoint?.patching ?? bridge.patching) : endpoint?.definition;
      const given = isPatching ? [args[0] ?? null, own.rows] : args;
      if (definition !== undefined) start(handle, definition, given, requestId, own.fields);
    }
  }

  function start(
    handle: StoreHandle,
    endpoint: EndpointInterface,
    args: readonly unknown[],
    requestId: string,
    fields: readonly ChangedField[],
  ) {
    const fetchedAt = Date.now();
    const request = { endpoint, args, key: endpoint.key(...args), requestId, fetchedAt };
    const shown = optimisticPreview(handle.getState(), request);
    const began = handle.nextNumber();
    handle.begun.set(requestId, 'code');
    api.dispatch(unsent(fetch(endpoint, { ...request, ...shown, began })));
    running.set(requestId, { ...request, left: handle.nextNumber(), fields });
  }

  function end(handle: StoreHandle, { requestId }: RtkMeta, response: unknown) {
    const request = running.get(requestId);
    if (request === undefined) return;
    running.delete(requestId);
    const { endpoint, args, key, left, fetchedAt, fields } = request;
    const landed = handle.nextNumber();
    if (isError(response)) {
      for (const field of fields) {
        undone.put(placeOf(field), field);
        failed = landed;
      }
    } else if (endpoint.sideEffect !== true && left > failed) undone.clear();
    const action = setResponse(endpoint, {
      args,
      key,
      response: isError(response) ? response : withRows(handle, request, requestId, response),
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
  function withRows(
    handle: StoreHandle,
    { endpoint, args, fields }: Running,
    requestId: string,
    response: unknown,
  ): unknown {
    const state = handle.getState();
    if (fields.length === 0) return response ?? emptyResponse(state, endpoint, args, requestId);
    const rows = args[1] as ChangedRows;
    return response === null || response === undefined ? { rows } : { rows, response };
  }

  // ---------------------------------------------------------------------------------------------- changes by hand

  function takeChanges(handle: StoreHandle) {
    for (const { endpoint, arg, before, after } of cache.changes()) {
      try {
        take(handle, endpoint, argsOf(arg), before, after);
      } catch (error) {
        warnOfCacheOnly(`An update of ${endpoint.name}`, error);
      }
    }
  }

  function take(
    handle: StoreHandle,
    endpoint: BridgedEndpoint,
    args: readonly unknown[],
    before: unknown,
    after: unknown,
  ) {
    if (!isObject(after)) return;
    if (!isObject(before)) {
      api.dispatch(
        setResponse(endpoint.definition, { args, response: toPlain(after), landed: handle.nextNumber() }),
      );
      return;
    }
    const data = { schema: endpoint.schema, args, kinds: bridge.rows };
    const { entities } = handle.getState();
    const { rows, fields, hasOtherElements } = changedRows(data, before, after, isUndone, entities);
    if (hasOtherElements) {
      const value = withEditedLists({ ...data, entities, taken }, before, after);
      api.dispatch(set(endpoint.schema, { args, value, landed: handle.nextNumber() }));
    } else if (fields.length === 0) return;
    else if (patches !== undefined) {
      patches.rows = joined(patches.rows, rows);
      for (const field of fields) patches.fields.push(field);
    } else api.dispatch(set(rowsSchema(rows), { value: rows, landed: handle.nextNumber() }));
  }

  /** Whether a change undoes a failed mutation, whatever others have made of the field since: that is rolled back already. */
  function isUndone(change: ChangedField): boolean {
    const place = placeOf(change);
    let undo: ChangedField | undefined;
    undone.each(place, made => {
      if (isSame(made.before, change.after)) undo ??= made;
    });
    if (undo !== undefined) undone.take(place, undo);
    return undo !== undefined;
  }

  function rowsSchema(rows: ChangedRows): Schema {
    return Object.fromEntries(Object.keys(rows).map(kind => [kind, bridge.rows[kind]])) as unknown as Schema;
  }

  return observe;
}

function joined(one: ChangedRows, other: ChangedRows): ChangedRows {
  const kinds = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...kinds].map(kind => [kind, [...(one[kind] ?? []), ...(other[kind] ?? [])]]));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function placeOf({ kind, pk, field }: ChangedField): string {
  return JSON.stringify([kind, pk, field]);
}

/** The action of a request that is not to be sent: RTK Query does that. It finds its endpoint by name, as in a log. */
function unsent(action: FetchAction): FetchAction {
  const { endpoint: _endpoint, ...fields } = Object.getOwnPropertyDescriptors(action);
  return Object.defineProperties({}, fields) as FetchAction;
}
