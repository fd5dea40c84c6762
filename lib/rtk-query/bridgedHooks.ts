import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { isSameContent } from '../denormalize/sameContent';
import { ResetError } from '../errors/ResetError';
import { NO_SOURCE, type Source } from '../observers/Source';
import { type StoreObservers, storeObservers } from '../observers/storeObservers';
import { isObject } from '../plain/isObject';
import { useSource } from '../react/reading/useSource';
import { memoizeByState } from '../selectors/memoizeByState';
import { viewOf } from '../selectors/viewOf';
import type { StoreHandle } from '../store/StoreHandle';
import type { EndpointInterface, RequestOptions } from '../types/EndpointInterface';
import { type Bridge, storeOf } from './Bridge';
import { argsOf, type BridgedEndpoint } from './BridgedEndpoint';
import { overlayRecords } from './overlayRecords';
import type { RtkHook, RtkPromise, RtkResult } from './RtkApi';
import { rtkError } from './rtkError';

/** Options of an RTK Query hook; only `selectFromResult` matters here. */
interface HookOptions {
  readonly selectFromResult?: (result: RtkResult) => object;
}

/** The hooks that are replaced, without those that RTK Query lacks. */
export type BridgedHooks = {
  readonly [Name in 'useQuery' | 'useQueryState' | 'useLazyQuery' | 'useMutation']?: RtkHook;
};

/** RTK Query's hooks of one endpoint, with records of the store in their data. */
export function bridgedHooks(bridge: Bridge, name: string): BridgedHooks {
  const rtkHooks = bridge.api.endpoints[name];
  const endpoint = bridge.endpoints.get(name);
  if (rtkHooks === undefined || endpoint === undefined) return {};
  const { useQuery, useQueryState, useLazyQuery, useMutation } = rtkHooks;
  return {
    ...(useQuery && { useQuery: queryHook(bridge, endpoint, useQuery) }),
    ...(useQueryState && { useQueryState: queryHook(bridge, endpoint, useQueryState) }),
    ...(useLazyQuery && { useLazyQuery: triggerHook(bridge, endpoint, useLazyQuery) }),
    ...(useMutation && { useMutation: triggerHook(bridge, endpoint, useMutation) }),
  };
}

/** `useQuery` and `useQueryState`. */
function queryHook(bridge: Bridge, endpoint: BridgedEndpoint, hook: RtkHook): RtkHook {
  return function useBridgedQuery(arg, options) {
    const selectingOptions = useSelectingOptions(bridge, endpoint, options as HookOptions | undefined);
    const result = hook(arg, selectingOptions ?? options) as RtkResult;
    return useOverlaidData(bridge, endpoint, result, selectingOptions !== undefined, arg);
  };
}

/** `useLazyQuery` and `useMutation`. */
function triggerHook(bridge: Bridge, endpoint: BridgedEndpoint, hook: RtkHook): RtkHook {
  return function useBridgedTrigger(options) {
    const selectingOptions = useSelectingOptions(bridge, endpoint, options as HookOptions | undefined);
    const [trigger, result, ...rest] = hook(selectingOptions ?? options) as [
      RtkHook,
      RtkResult,
      ...unknown[],
    ];
    const overlaid = useOverlaidData(bridge, endpoint, result, selectingOptions !== undefined, undefined);
    const { handle } = storeObservers(useStore());
    const send = useMemo(
      () =>
        Object.assign(
          (...args: readonly unknown[]) =>
            overlaidPromise(handle, endpoint, trigger(...args) as RtkPromise, args[0]),
          trigger,
        ),
      [handle, trigger],
    );
    return [send, overlaid, ...rest];
  };
}

// -------------------------------------------------------------------------------------------------- the whole result

/** An RTK Query result with records of the store in its data. */
function useOverlaidData(
  bridge: Bridge,
  endpoint: BridgedEndpoint,
  result: RtkResult,
  isSelected: boolean,
  arg: unknown,
): RtkResult {
  const observers = storeObservers(useStore());
  const { handle } = observers;
  storeOf(bridge, handle.dispatch);
  const raw = isSelected ? undefined : result.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: data stands for the arguments that it came for
  const source = useMemo(
    () =>
      isObject(raw) ? overlaidSource(bridge, endpoint, observers, argsFor(result, raw), raw) : NO_SOURCE,
    [bridge, endpoint, observers, raw],
  );
  const overlaid = useSource<unknown>(observers, source);
  const latestArg = useRef(arg);
  useEffect(() => {
    latestArg.current = arg;
  });
  const originalRefetch = refetchOf(result);
  const refetch = useMemo(
    () => originalRefetch && (() => overlaidPromise(handle, endpoint, originalRefetch(), latestArg.current)),
    [endpoint, handle, originalRefetch],
  );
  return useMemo(() => {
    if (isSelected) return result;
    const data = isObject(raw) ? overlaid : raw;
    const currentData = result.currentData === undefined ? undefined : data;
    return {
      ...result,
      ...('data' in result && { data }),
      ...('currentData' in result && { currentData }),
      ...(refetch && { refetch }),
    };
  }, [isSelected, result, raw, overlaid, refetch]);
}

function refetchOf(result: RtkResult): (() => RtkPromise) | undefined {
  return (result as { readonly refetch?: () => RtkPromise }).refetch;
}

/** The arguments that data was fetched with: a hook still shows it while it fetches with others. */
const argsOfData = new WeakMap<object, readonly unknown[]>();

function argsFor({ data, currentData, originalArgs }: RtkResult, raw: object): readonly unknown[] {
  const args = (currentData === data ? undefined : argsOfData.get(raw)) ?? argsOf(originalArgs);
  argsOfData.set(raw, args);
  return args;
}

function overlaidSource(
  bridge: Bridge,
  endpoint: BridgedEndpoint,
  observers: StoreObservers,
  args: readonly unknown[],
  raw: object,
): Source<unknown> {
  const { handle } = observers;
  const read = memoizeByState(state => overlayRecords(endpoint, args, raw, state));
  const { definition, isMutation } = endpoint;
  const value = () => read(handle.getState()).value;
  const observed = {
    key: isMutation ? undefined : definition.key(...args),
    request: isMutation ? undefined : { endpoint: sentBy(bridge, endpoint, handle), args },
    memo: () => read(handle.getState()).memo,
  };
  return {
    value,
    from: memoizeByState(state => overlayRecords(endpoint, args, raw, state).value),
    subscribe: notify => observers.add({ observed, notify, shown: value }),
  };
}

/** The endpoint for requests that the store sends itself: to end a doubt, or because the window regained focus. */
function sentBy(
  { api, stores }: Bridge,
  { name, definition }: BridgedEndpoint,
  handle: StoreHandle,
): EndpointInterface {
  const initiate = (arg: unknown): RtkPromise =>
    handle.dispatch(api.endpoints[name]?.initiate(arg, { forceRefetch: true, subscribe: false }) as never);
  const request = async ([arg]: readonly unknown[], { signal }: RequestOptions) => {
    let promise = initiate(arg);
    // If a mutation aborts it, RTK Query's hooks show no error; its response is treated like any earlier read.
    const abort = () => {
      if (signal?.reason instanceof ResetError) promise.abort();
    };
    signal?.addEventListener('abort', abort);
    if (stores.get(handle.dispatch)?.isRunning(promise.requestId) !== true) {
      // It was in flight already, sent before the changes that it must see.
      await promise;
      signal?.throwIfAborted();
      promise = initiate(arg);
    }
    return promise.unwrap().catch((failure: unknown) => {
      throw rtkError(name, failure);
    });
  };
  return Object.create(definition, { request: { value: request } });
}

/** The promise of a request, with records of the store in its data. */
function overlaidPromise(
  handle: StoreHandle,
  endpoint: BridgedEndpoint,
  promise: RtkPromise,
  arg: unknown,
): RtkPromise {
  const overlay = (data: unknown) => overlayRecords(endpoint, argsOf(arg), data, handle.getState()).value;
  const overlaid = promise.then(result =>
    isObject(result.data) ? { ...result, data: overlay(result.data) } : result,
  );
  return Object.assign(overlaid, promise, { unwrap: () => promise.unwrap().then(overlay) });
}

// ------------------------------------------------------------------------------------------------ a part of the result

/** What a component selects, and from which result. */
interface Selection {
  result?: RtkResult;
  overlaid?: RtkResult;
  selected?: object;
}

/** The options of a hook whose component selects a part of the result; `undefined` if it does not. */
function useSelectingOptions(
  bridge: Bridge,
  endpoint: BridgedEndpoint,
  options: HookOptions | undefined,
): HookOptions | undefined {
  const store = useStore();
  const { handle } = storeObservers(store);
  storeOf(bridge, handle.dispatch);
  const [selection] = useState<Selection>({});
  const [version, setVersion] = useState(0);
  const select = options?.selectFromResult;
  const isSelecting = select !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: with another version, RTK Query selects again
  const selectFromResult = useMemo(
    () =>
      select &&
      ((result: RtkResult) => {
        selection.result = result;
        selection.overlaid = overlaidResult(handle, endpoint, result);
        selection.selected = select(selection.overlaid);
        return selection.selected;
      }),
    [handle, endpoint, selection, select, version],
  );

  useEffect(() => {
    if (select === undefined) return;
    let lastEntities: object | undefined;
    const checkForChanges = () => {
      const { entities } = viewOf(handle.getState());
      if (entities === lastEntities || selection.result === undefined) return;
      lastEntities = entities;
      const overlaid = overlaidResult(handle, endpoint, selection.result);
      if (
        overlaid.data !== selection.overlaid?.data &&
        !isSameContent(selection.selected, select(overlaid))
      ) {
        setVersion(count => count + 1);
      }
    };
    checkForChanges();
    return store.subscribe(checkForChanges);
  }, [store, handle, endpoint, selection, select]);

  return useMemo(
    () => (isSelecting && selectFromResult ? { ...options, selectFromResult } : undefined),
    [isSelecting, options, selectFromResult],
  );
}

function overlaidResult(handle: StoreHandle, endpoint: BridgedEndpoint, result: RtkResult): RtkResult {
  const raw = result.data;
  if (!isObject(raw)) return result;
  const data = overlayRecords(endpoint, argsFor(result, raw), raw, handle.getState()).value;
  return { ...result, data, ...('currentData' in result && { currentData: result.currentData && data }) };
}
