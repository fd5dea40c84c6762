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
interface RunningRequest {
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
const startingMutations = new WeakMap<StoreHandle, Patches | undefined>();

export function startingMutationIn(handle: StoreHandle): Patches | undefined {
  return startingMutations.get(handle);
}

/** Reports RTK Query's requests to a store. */
export function bridgedRequests(bridge: Bridge): BridgedRequests {
  const running = new Map<string, RunningRequest>();

  function begin(handle: StoreHandle, action: RtkAction, run: (action: unknown) => unknown): unknown {
    const { requestId, arg } = action.meta;
    const endpoint = bridge.endpoints.get(arg.endpointName);
    const args = argsOf(arg.originalArgs);
    const patches: Patches = { endpoint: endpoint?.definition, changes: new Map() };
    if (arg.type !== 'mutation') {
      if (endpoint !== undefined) start(handle, endpoint.definition, args, requestId, patches);
      return run(action);
    }
    // What `onQueryStarted` changes synchronously belongs to this mutation.
    const outer = startingMutations.get(handle);
    startingMutations.set(handle, patches);
    try {
      return run(action);
    } finally {
      startingMutations.set(handle, outer);
      const isPatching = patches.changes.size > 0;
      const definition = isPatching ? (endpoint?.patching ?? bridge.patching) : endpoint?.definition;
      const requestArgs = isPatching ? [args[0] ?? null, [...patches.changes.values()]] : args;
      if (definition !== undefined) start(handle, definition, requestArgs, requestId, patches);
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
    const preview = optimisticPreview(handle.getState(), request);
    const began = handle.nextNumber();
    handle.begun.set(requestId, 'code');
    handle.dispatch(withoutEndpoint(fetch(endpoint, { ...request, ...preview, began })));
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
    { endpoint, args, patches }: RunningRequest,
    requestId: string,
    received: unknown,
  ): unknown {
    const state = handle.getState();
    const changes = [...patches.changes.values()];
    const definition = patches.endpoint;
    const firstArg = args.slice(0, 1);
    const isInChanges =
      changes.some(({ rows }) => !isEmpty(rows)) && !isRemoval(elementIn(definition?.schema));
    const response =
      received ?? (definition && !isInChanges ? emptyResponse(state, definition, firstArg, requestId) : null);
    if (endpoint === definition) return response;
    if (response === null || definition === undefined) return { changes };
    // A response that does not match its schema is reported when it is stored.
    const normalized =
      attempt(() => normalize(definition.schema as Schema, toPlain(response), firstArg).entities) ?? {};
    return { changes: withRealKeys(changes, normalized, state.entities), response };
  }

  return { begin, end, isRunning: requestId => running.has(requestId) };
}

/**
 * Changed data after the response: if the server gave a new record another key, such as in place of one that the app
 * made up, the record gets that key.
 */
function withRealKeys(
  changes: readonly ChangedData[],
  received: Entities,
  entities: Entities,
): readonly ChangedData[] {
  const realKeys = new Map<unknown, string | undefined>();
  for (const [kind, table] of Object.entries(received)) {
    const createdKeys = changes.flatMap(({ news }) => Object.keys(news[kind] ?? {}));
    const isNew = (pk: string) => getCell(entities[kind], pk) === undefined;
    const receivedKeys = keysIn(table);
    const newKeys = receivedKeys.filter(pk => !createdKeys.includes(pk) && isNew(pk));
    if (receivedKeys.length === 0) continue;
    for (const pk of new Set(createdKeys))
      if (!receivedKeys.includes(pk) && isNew(pk)) realKeys.set(pk, newKeys.shift());
  }
  const withRealKey = ({ result, ...place }: ChangedList['added'][number]) => {
    const realKey = realKeys.has(result) ? realKeys.get(result) : result;
    return realKey === undefined ? [] : [{ result: realKey, ...place }];
  };
  return changes.map(({ rows, news, lists }) => ({
    rows,
    news: mapFields(news, (_kind, all) => filterFields(all, pk => !realKeys.has(pk))),
    lists: lists.map(list => ({ ...list, added: list.added.flatMap(withRealKey) })),
  }));
}

function keysIn(table: Table<unknown, unknown>): readonly string[] {
  const keys: string[] = [];
  forEachCell(table, pk => keys.push(pk));
  return keys;
}

/** The action of a request that only RTK Query sends. It finds its endpoint by name, as in a log. */
function withoutEndpoint(action: FetchAction): FetchAction {
  const { endpoint: _endpoint, ...fields } = Object.getOwnPropertyDescriptors(action);
  return Object.defineProperties({}, fields) as FetchAction;
}
