import { defaultsOf } from '../actions/expiry';
import { type FetchAction, fetch } from '../actions/fetch';
import { takeOutcome } from '../actions/outcomes';
import { setResponse } from '../actions/setResponse';
import { emptyResponse } from '../managers/network/emptyResponse';
import { normalize } from '../normalize/normalize';
import { attempt } from '../plain/attempt';
import { filterFields } from '../plain/filterFields';
import { isEmpty } from '../plain/isEmpty';
import { isError } from '../plain/isError';
import { mapFields } from '../plain/mapFields';
import { toPlain } from '../plain/toPlain';
import { elementIn, isRemoval } from '../schema/responseParts';
import { optimisticPreview } from '../selectors/optimisticPreview';
import type { StoreHandle } from '../store/StoreHandle';
import { getCell } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import type { Table } from '../tables/Table';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Schema } from '../types/Schema';
import type { Entities } from '../types/State';
import type { Bridge } from './Bridge';
import { argsOf, type Patches } from './BridgedEndpoint';
import type { ChangedData, ChangedList } from './changedRows';
import type { RtkAction, RtkMeta } from './RtkApi';
import { warnOfCacheOnly } from './rtkError';

/** An RTK Query request in flight. */
interface Running {
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
  readonly key: string;
  readonly left: number;
  readonly fetchedAt: number;
  /** What a mutation changed in RTK Query's cache as it began. */
  readonly patches: Patches;
}

/** The requests of one RTK Query API in one store. */
export interface BridgedRequests {
  /** Records that a request begins, and lets RTK Query begin it. */
  begin(handle: StoreHandle, action: RtkAction, run: (action: unknown) => unknown): unknown;
  /** Stores the response to a request, or its error. */
  end(handle: StoreHandle, meta: RtkMeta, response: unknown): void;
  isRunning(requestId: string): boolean;
}

/** The mutation that is beginning in a store: manual updates belong to it, in any API's cache. */
const beginning = new WeakMap<StoreHandle, Patches>();

export function beginningIn(handle: StoreHandle): Patches | undefined {
  return beginning.get(handle);
}

/** Reports RTK Query's requests to a store. */
export function bridgedRequests(bridge: Bridge): BridgedRequests {
  const running = new Map<string, Running>();

  function begin(handle: StoreHandle, action: RtkAction, run: (action: unknown) => unknown): unknown {
    const { requestId, arg } = action.meta;
    const endpoint = bridge.endpoints.get(arg.endpointName);
    const args = argsOf(arg.originalArgs);
    const own: Patches = { endpoint: endpoint?.definition, changes: new Map() };
    if (arg.type !== 'mutation') {
      if (endpoint !== undefined) start(handle, endpoint.definition, args, requestId, own);
      return run(action);
    }
    // What `onQueryStarted` changes synchronously belongs to this mutation.
    const outer = beginning.get(handle);
    beginning.set(handle, own);
    try {
      return run(action);
    } finally {
      if (outer === undefined) beginning.delete(handle);
      else beginning.set(handle, outer);
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
    handle.dispatch(unsent(fetch(endpoint, { ...request, ...shown, began })));
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
    handle.dispatch(action);
    const { error } = takeOutcome(action) ?? {};
    if (!isError(response) && error !== undefined) warnOfCacheOnly(`The response of ${endpoint.name}`, error);
  }

  /** The response, with the mutation's changes of RTK Query's cache for what the server does not mention. */
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
    // A response that does not match its schema is reported when it is stored.
    const named = attempt(() => normalize(own.schema as Schema, toPlain(response), given).entities) ?? {};
    return { changes: withNames(changes, named, state.entities), response };
  }

  return { begin, end, isRunning: requestId => running.has(requestId) };
}

/**
 * Changed data after the response: if the server gave a new record another key, such as in place of one that the app
 * made up, the record gets that key.
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

/** The action of a request that only RTK Query sends. It finds its endpoint by name, as in a log. */
function unsent(action: FetchAction): FetchAction {
  const { endpoint: _endpoint, ...fields } = Object.getOwnPropertyDescriptors(action);
  return Object.defineProperties({}, fields) as FetchAction;
}
