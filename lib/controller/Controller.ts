import type { Action, Dispatch } from 'redux';
import { argsOf } from '../actions/endpointOf';
import { defaultsOf } from '../actions/expiry';
import { hydrate } from '../actions/hydrate';
import { expireAll, invalidate, invalidateAll, type TestKey } from '../actions/invalidate';
import { numbered } from '../actions/numbered';
import { reset } from '../actions/reset';
import { isUpdater, set } from '../actions/set';
import { type SetResponseOptions, setResponse } from '../actions/setResponse';
import { subscribe, unsubscribe } from '../actions/subscribe';
import { loggedName } from '../definitions/schemaName';
import { warnOfStrangeKeys } from '../definitions/sharedKeys';
import type { AnyEndpoint, ArgsAnd, ArgsOf, DataOf, MetaOf, ReadEndpoint } from '../endpoint/BaseEndpoint';
import { argumentError } from '../errors/argumentError';
import { assertStorable } from '../errors/assertStorable';
import { checkDurations, checkStore } from '../errors/checkValues';
import { describeValue } from '../errors/describeValue';
import { getOrCreate, newMap } from '../plain/getOrCreate';
import { isError } from '../plain/isError';
import { reportError } from '../plain/reportError';
import { toPlain } from '../plain/toPlain';
import { toLiveError } from '../plain/toPlainError';
import { assertSchema } from '../schema/assertSchema';
import { assertReadable } from '../schema/checkEntity';
import type { FindArgs, Findable, RecordArgs } from '../schema/FindArgs';
import { matchingKeys } from '../selectors/matchingKeys';
import { selectQuery } from '../selectors/selectQuery';
import { type ResponseState, selectResponse } from '../selectors/selectResponse';
import { type Snapshot, snapshotOf } from '../selectors/snapshotOf';
import { updatedValue } from '../selectors/updatedValue';
import { viewOf } from '../selectors/viewOf';
import { withRealKeys } from '../selectors/withRealKeys';
import { withShownKeys } from '../selectors/withShownKeys';
import { precomputeSet } from '../slice/onSet';
import { handleOf, type StoreHandle } from '../store/StoreHandle';
import { getCell } from '../tables/getCell';
import { type FetchPromise, fetchThunk, whenEnded } from '../thunks/fetchThunk';
import type { WithSignal } from '../thunks/withSignal';
import type { Denormalized } from '../types/Denormalized';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Loose } from '../types/Loose';
import type { ResponseError } from '../types/ResponseError';
import type { SavedState } from '../types/SavedState';
import type { Schema } from '../types/Schema';
import type { DataState } from '../types/State';
import { assertEndpoint } from './assertEndpoint';
import type { SetArgs } from './SetArgs';
import { mutationsIn, resumableEndpoint } from './savedMutations';

/** The part of a store that a controller uses. */
export interface ControllableStore {
  readonly dispatch: Dispatch<Loose>;
}

/** Selects requests by key; endpoints are such tests. */
export interface KeyTest {
  testKey(key: string): boolean;
  /** Used instead if the requests can only be found from what is stored. */
  testKeyIn?(store: StoreHandle): TestKey;
}

type Empty<E> = E extends { readonly '~empty': infer Nothing } ? Nothing : never;

/**
 * All operations on the data of one store, bound to that store.
 *
 * Members can be destructured.
 *
 * @example
 * ```ts
 * import { Controller } from 'rdc-toolkit';
 *
 * const controller = new Controller(store);
 * const todo = await controller.fetch(TodoResource.get, { id });
 * controller.invalidateAll(TodoResource.getList);
 * ```
 */
export class Controller {
  readonly #store: ControllableStore;

  /** @throws {UsageError} when it is given anything but a store */
  constructor(store: ControllableStore) {
    if (process.env.NODE_ENV !== 'production') checkStore('new Controller()', store);
    this.#store = store;
  }

  /**
   * Sends a request; resolves to its data, rejects with its error.
   *
   * After the arguments it takes an `AbortSignal` that aborts the request, such as that of a router's loader.
   *
   * @throws {UsageError} when it is given anything but an endpoint
   */
  readonly fetch = <E extends AnyEndpoint>(
    endpoint: E,
    ...args: WithSignal<ArgsOf<E>>
  ): FetchPromise<DataOf<E> | Empty<E>> => {
    if (process.env.NODE_ENV !== 'production') assertEndpoint(endpoint, 'fetch');
    return this.#store.dispatch(endpoint.fetch(...args) as Loose);
  };

  /** Sends a request, or resolves to the stored data if that is fresh. */
  readonly fetchIfStale = <E extends AnyEndpoint>(
    endpoint: E,
    ...args: WithSignal<ArgsOf<E>>
  ): FetchPromise<DataOf<E> | Empty<E>> => {
    if (process.env.NODE_ENV !== 'production') assertEndpoint(endpoint, 'fetchIfStale');
    return this.#store.dispatch(endpoint.fetchIfStale(...args) as Loose);
  };

  /**
   * Stores data under a schema. Takes the arguments, then the data or a function, which gets the stored data and
   * returns new data or changes its draft. A record without its key takes it from the arguments.
   *
   * @returns Whether anything was stored: `false` if a function finds no data, or changes nothing.
   * @throws {RdcError} when the data does not match the schema; nothing changes then
   */
  readonly set = <S>(schema: S, ...argsAndValue: SetArgs<S>): boolean => {
    if (process.env.NODE_ENV !== 'production')
      assertSchema(
        'controller.set()',
        schema,
        'Store its response with controller.setResponse(endpoint, ...args, response)',
      );
    const handle = this.#handle();
    const args = this.#withRealKeys(argsAndValue.slice(0, -1));
    const last: unknown = argsAndValue.at(-1);
    const data = isUpdater(last) ? updatedValue(handle.getState(), schema as Schema, args, last) : last;
    if (isUpdater(last) && data === undefined) return false;
    if (process.env.NODE_ENV !== 'production') assertStorable(loggedName(schema as Schema), 'value', data);
    const landed = handle.nextNumber();
    const [value] = this.#withRealKeys([toPlain(data)]);
    const action = set(schema as Schema, { args, value, landed, ...defaultsOf(handle) });
    const before = handle.getState();
    const after = precomputeSet(before, action);
    if (process.env.NODE_ENV !== 'production') assertReadable(schema, before.entities, after.entities);
    this.#store.dispatch(action);
    return true;
  };

  /** Stores a response that came from elsewhere. Takes the arguments, then the response. */
  readonly setResponse = <E extends AnyEndpoint>(
    endpoint: E,
    ...argsAndResponse: ArgsAnd<ArgsOf<E>, unknown>
  ): void => {
    if (process.env.NODE_ENV !== 'production') {
      assertEndpoint(endpoint, 'setResponse');
      assertResponse(argsAndResponse.at(-1));
    }
    const args = this.#withRealKeys(argsAndResponse.slice(0, -1));
    this.#setResponse(endpoint, { args, response: argsAndResponse.at(-1) });
  };

  /** Stores a failure. Takes the arguments, then the error. */
  readonly setError = <E extends AnyEndpoint>(
    endpoint: E,
    ...argsAndError: ArgsAnd<ArgsOf<E>, Error>
  ): void => {
    if (process.env.NODE_ENV !== 'production') assertError(argsAndError.at(-1));
    this.setResponse(endpoint, ...(argsAndError as never));
  };

  /**
   * Stores the response to a request that left at `meta.fetchedAt`: data, or an `Error`.
   *
   * `left` is its number, such as `meta.began` of its `rdc/fetch`; without one the response counts as the latest.
   */
  readonly resolve = <E extends AnyEndpoint>(
    endpoint: E,
    meta: {
      readonly args: ArgsOf<E>;
      readonly response: unknown;
      readonly fetchedAt: number;
      readonly left?: number;
    },
  ): void => {
    if (process.env.NODE_ENV !== 'production') {
      assertEndpoint(endpoint, 'resolve');
      assertMeta(meta, this.#handle());
    }
    this.#setResponse(endpoint, meta);
  };

  /** Invalidates one response: observers suspend and refetch. */
  readonly invalidate = <E extends AnyEndpoint>(endpoint: E, ...args: ArgsOf<E>): void => {
    if (process.env.NODE_ENV !== 'production') assertEndpoint(endpoint, 'invalidate');
    this.#dispatch(invalidate(endpoint.key(...this.#withRealKeys(args))));
  };

  /** Invalidates responses: observers suspend and refetch. An endpoint stands for all its requests. */
  readonly invalidateAll = (test: KeyTest): void => {
    if (process.env.NODE_ENV !== 'production') assertTest(test, 'invalidateAll');
    this.#dispatchForMatching(invalidateAll, test);
  };

  /** Makes responses stale: observers keep the data and refetch when they next mount. */
  readonly expireAll = (test: KeyTest): void => {
    if (process.env.NODE_ENV !== 'production') assertTest(test, 'expireAll');
    this.#dispatchForMatching(expireAll, test);
  };

  /**
   * Makes responses stale, and refetches at once those on screen, which keep showing their data.
   *
   * On screen means that a mounted hook reads it; the rest is refetched when it is next read. An endpoint stands for
   * all its requests.
   *
   * @returns A promise that is fulfilled when all requests have settled, in success or failure.
   */
  readonly refetchAll = async (test: KeyTest): Promise<void> => {
    if (process.env.NODE_ENV !== 'production') assertTest(test, 'refetchAll');
    const testKey = this.#dispatchForMatching(expireAll, test);
    const shown = [...this.#handle().observers.requests()].filter(([key]) => testKey(key));
    await Promise.all(
      shown.map(([, { endpoint, args }]) =>
        whenEnded(this.#store.dispatch(fetchThunk(endpoint, args) as Loose)),
      ),
    );
  };

  /** Empties the store; requests in flight reject with a `ResetError`. */
  readonly resetEntireStore = (): void => {
    this.#dispatch(reset());
  };

  /**
   * Hydrates the data of another store, as `dehydrate` returned it: of two versions the later wins, expired data is
   * left out, and data of an unknown shape is left out with a warning.
   *
   * @throws {UsageError} (in development) when it gets no object, as on a first visit
   */
  readonly hydrate = (saved: SavedState): void => {
    this.#store.dispatch(hydrate(saved));
  };

  /**
   * Resends the mutations that were in flight when a state was saved: shows all at once, and sends one after the other.
   *
   * A mutation whose endpoint is not found by its name is reported on the console and not sent; so is data of an
   * unknown shape. Failures go to the client's `onError`.
   *
   * @param saved what `dehydrate` returned; omit it if the whole state was restored, for example by redux-persist
   * @returns A promise that is fulfilled when all have settled, in success or failure.
   */
  readonly resume = async (saved?: Pick<SavedState, 'optimistic'>): Promise<void> => {
    let after: Promise<unknown> | undefined;
    for (const update of saved === undefined ? this.#handle().takeDropped() : mutationsIn(saved)) {
      try {
        // Called twice, as an effect is in Strict Mode.
        if (this.#handle().begun.has(update?.requestId)) continue;
        const endpoint = resumableEndpoint(update);
        const thunk = fetchThunk(endpoint, argsOf(update), { after, requestId: update.requestId });
        after = whenEnded(this.#store.dispatch(thunk as Loose));
      } catch (error) {
        // Report it and go on: the app may not await this promise.
        reportError(error);
      }
    }
    await after;
  };

  /**
   * Subscribes to a request, so that the managers keep its data up to date.
   *
   * @throws {UsageError} in development, when the endpoint has a side effect
   */
  readonly subscribe = <E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>): void => {
    if (process.env.NODE_ENV !== 'production') assertEndpoint(endpoint, 'subscribe');
    this.#store.dispatch(subscribe(endpoint, { args }));
  };

  /** Ends one subscription. */
  readonly unsubscribe = <E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>): void => {
    if (process.env.NODE_ENV !== 'production') assertEndpoint(endpoint, 'unsubscribe');
    this.#store.dispatch(unsubscribe(endpoint, { args }));
  };

  /**
   * The data of a schema, found by its arguments; `undefined` if there is none.
   *
   * @throws {UsageError} when it is given an endpoint or a resource, or fields by which no record can be found
   */
  readonly get = <S extends Findable, Given extends RecordArgs<S>>(
    schema: S,
    ...args: FindArgs<S, Given>
  ): Denormalized<S> | undefined => {
    if (process.env.NODE_ENV !== 'production')
      assertSchema(
        'controller.get()',
        schema,
        'Read its response with controller.getResponse(endpoint, ...args)',
        args,
      );
    return selectQuery(this.getState(), schema as Schema, args) as Denormalized<S> | undefined;
  };

  /** The state of one request. */
  readonly getResponse = <E extends AnyEndpoint>(
    endpoint: E,
    ...args: ArgsOf<E>
  ): ResponseState<DataOf<E>, MetaOf<E>> => {
    if (process.env.NODE_ENV !== 'production') assertEndpoint(endpoint, 'getResponse');
    return selectResponse(this.getState(), endpoint, args) as ResponseState<DataOf<E>, MetaOf<E>>;
  };

  /** The error of the latest request; `undefined` when it succeeded. */
  readonly getError = <E extends AnyEndpoint>(endpoint: E, ...args: ArgsOf<E>): ResponseError | undefined => {
    if (process.env.NODE_ENV !== 'production') assertEndpoint(endpoint, 'getError');
    const error = getCell(this.getState().endpoints, endpoint.key(...this.#withRealKeys(args)))?.meta.error;
    return error && toLiveError(error);
  };

  /** A snapshot of what is shown, optimistic updates included. */
  readonly snapshot = (fetchedAt = Date.now()): Snapshot => {
    if (process.env.NODE_ENV !== 'production')
      checkDurations('controller.snapshot()', { fetchedAt }, ['fetchedAt']);
    const state = this.getState();
    return snapshotOf(viewOf(state), fetchedAt, undefined, (_schema, args) => withShownKeys(state, args));
  };

  /** The slice. */
  readonly getState = (): DataState => this.#handle().getState();

  #handle(): StoreHandle {
    return handleOf(this.#store.dispatch);
  }

  /** Replaces temporary keys in arguments with the server's. */
  #withRealKeys(args: readonly unknown[]): readonly unknown[] {
    return withRealKeys(this.getState(), args);
  }

  /** Numbers the action, so that a log is complete wherever it is recorded. */
  #dispatch(action: Action): void {
    this.#store.dispatch(numbered(action, this.#handle().nextNumber) as Loose);
  }

  #setResponse(endpoint: EndpointInterface, options: SetResponseOptions): void {
    this.#dispatch(setResponse(endpoint, { ...options, ...defaultsOf(this.#handle()) }));
  }

  #dispatchForMatching(create: typeof invalidateAll | typeof expireAll, test: KeyTest): TestKey {
    const handle = this.#handle();
    const testKey = testOf(test, handle);
    this.#dispatch(create(testKey, matchingKeys(handle.getState(), testKey, nodesWithoutMatch(test))));
    return testKey;
  }
}

const withoutMatch = new WeakMap<KeyTest, Map<unknown, WeakSet<object>>>();

/** What holds no response of an endpoint. Other tests are not memoized: their results may change. */
function nodesWithoutMatch(
  test: KeyTest & { readonly key?: unknown; readonly urlPrefix?: unknown },
): WeakSet<object> {
  if (typeof test.key !== 'function') return new WeakSet();
  const byPrefix = getOrCreate(withoutMatch, test, newMap<unknown, WeakSet<object>>);
  // A getter may return another server later.
  return getOrCreate(byPrefix, test.urlPrefix, () => new WeakSet());
}

function assertResponse(response: unknown): void {
  if (response !== undefined) return;
  const fix = 'Pass the response after the arguments; null where the server sent none.';
  throw argumentError('controller.setResponse()', 'its response is undefined', fix);
}

/** Anything else would be stored as the response. */
function assertError(error: unknown): void {
  if (isError(error)) return;
  const fix = "Pass an Error after the arguments: new Error('...').";
  throw argumentError('controller.setError()', `its error is ${describeValue(error)}`, fix);
}

/** A number that this store has not reached would outrank all later responses. */
function assertMeta(
  meta: { readonly args?: unknown; readonly left?: number } | undefined,
  store: StoreHandle,
): void {
  const call = 'controller.resolve()';
  const { args, left = 0 } = meta ?? {};
  if (!Array.isArray(args)) {
    const fix = 'Pass those of the request in an array: { args: [{ id }], response, fetchedAt }.';
    throw argumentError(call, `its args are ${describeValue(args)}`, fix);
  }
  if (left <= store.nextNumber()) return;
  const fix = 'Pass meta.began of its rdc/fetch, or leave it out: then the response counts as the latest.';
  throw argumentError(call, `left is ${describeValue(left)}, a number that this store has not reached`, fix);
}

function assertTest(test: Partial<KeyTest> | undefined, method: string) {
  if (typeof test?.testKey === 'function') return warnOfStrangeKeys(test, method);
  const fix = 'Pass an endpoint, or { testKey: key => ... }.';
  throw argumentError(`controller.${method}()`, `it was given ${describeValue(test)}`, fix);
}

function testOf(test: KeyTest, store: StoreHandle): TestKey {
  return test.testKeyIn?.(store) ?? (key => test.testKey(key));
}
