import type { Dispatch } from 'redux';
import { type FetchAction, type FetchOptions, fetch } from '../actions/fetch';
import type { Outcome } from '../actions/outcomes';
import { noteOwnKey, warnOfSharedKey } from '../definitions/sharedKeys';
import { AbortError } from '../errors/AbortError';
import { normalizeInto } from '../normalize/normalize';
import { noop } from '../plain/noop';
import { nanoid } from '../plain/toolkit';
import { toPlain } from '../plain/toPlain';
import { toLiveError } from '../plain/toPlainError';
import { dataAt } from '../selectors/findData';
import { optimisticPreview } from '../selectors/optimisticPreview';
import { viewOf } from '../selectors/viewOf';
import { withRealKeys } from '../selectors/withRealKeys';
import { handleOf } from '../store/StoreHandle';
import { type EndpointInterface, schemaOf } from '../types/EndpointInterface';
import type { Doubts } from '../types/State';

/** A Redux thunk, as this library dispatches it. */
export type DataThunk<Returned> = (dispatch: Dispatch, getState: () => unknown) => Returned;

/**
 * A request in flight: resolves to the data, rejects with the error.
 *
 * A rejection without a handler is not reported as unhandled, since the store keeps the error.
 */
export interface FetchPromise<Data> extends Promise<Data> {
  readonly key: string;
  readonly args: readonly unknown[];
  /** Empty if nothing was sent, since there was fresh data. */
  readonly requestId: string;
  /** The promise itself, as with thunks of `createAsyncThunk`. */
  unwrap(): Promise<Data>;
  /** Aborts the request; the promise rejects with an `AbortError`. */
  abort(reason?: string): void;
}

/** Options of a request. */
export interface FetchThunkOptions {
  /** True when nothing waits for the promise, so that the request may end with its last reader. @default false */
  readonly unattended?: boolean;
  /** What began it, if code and not a component waits for the promise. @default by `unattended` */
  readonly by?: FetchOptions['by'];
  /** What the request waits for before it leaves. */
  readonly after?: Promise<unknown> | undefined;
  /** The id of a request from an earlier visit, if it is resent, so that both count as one. */
  readonly requestId?: string;
  /** The doubts that the request has to end. */
  readonly doubts?: Doubts | undefined;
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request and stores its response. */
export function fetchThunk<Data>(
  endpoint: EndpointInterface,
  givenArgs: readonly unknown[],
  { unattended = false, by, after, requestId: resumedId, doubts, signal }: FetchThunkOptions = {},
): DataThunk<FetchPromise<Data>> {
  return dispatch => {
    const handle = handleOf(dispatch);
    const requestId = resumedId ?? nanoid();
    const controller = new AbortController();
    const onAbort = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
    let key = '';
    let args = givenArgs;
    let isInFlight = false;
    const promise = new Promise<Data>((resolve, reject) => {
      args = withRealKeys(handle.getState(), givenArgs);
      key = endpoint.key(...args);
      if (process.env.NODE_ENV !== 'production' && !endpoint.sideEffect) {
        warnOfSharedKey(handle, endpoint, key);
        noteOwnKey(endpoint, key);
      }
      const fetchedAt = Date.now();
      const request = { endpoint, args, key, requestId, fetchedAt };
      const action: FetchAction = fetch(endpoint, {
        ...request,
        ...optimisticPreview(handle.getState(), request),
        began: handle.nextNumber(),
        signal: controller.signal,
        unattended,
        by,
        after,
        // The server may have executed what was sent before.
        since: resumedId === undefined ? undefined : 0,
        doubts,
        resolve(response, outcome) {
          settle(action, response, outcome, resolve, reject);
        },
        reject,
      });
      dispatch(action);
      isInFlight = true;
    });
    const end = () => {
      isInFlight = false;
      signal?.removeEventListener('abort', onAbort);
    };
    // The store keeps the error of a request that has begun. An earlier error (arguments, setup) must not get lost: if
    // the client has no `onError`, the rejection is unhandled.
    if (isInFlight) promise.then(end, end);
    else end();
    const { awaiting } = handle;
    if (awaiting !== undefined && !unattended) {
      let isAwaited = false;
      // The store has no error for a request that has not begun.
      if (!isInFlight)
        promise.catch(async error => {
          await undefined;
          if (!isAwaited) handle.onError(error, { endpoint, args, key, by: by ?? 'code' });
        });
      noteAwaited(promise, () => {
        isAwaited = true;
        if (isInFlight) awaiting.add(endpoint.sideEffect ? requestId : key);
      });
    }
    return fetchPromise(promise, key, args, requestId, reason =>
      controller.abort(new AbortError(key, reason)),
    );
  };
}

/** Adds the fields of a request to its promise. */
export function fetchPromise<Data>(
  promise: Promise<Data>,
  key: string,
  args: readonly unknown[],
  requestId: string,
  abort: (reason?: string) => void,
): FetchPromise<Data> {
  return Object.assign(promise, { key, args, requestId, unwrap: () => promise, abort });
}

/** Calls `note` when code begins to wait. Without `constructor` on the promise, `await` calls `then` as well. */
function noteAwaited(promise: Promise<unknown>, note: () => void) {
  const { then } = Promise.prototype;
  Object.assign(promise, {
    constructor: undefined,
    // biome-ignore lint/suspicious/noThenProperty: it is that of the promise
    then(...handlers: Parameters<typeof then>) {
      note();
      return then.apply(promise, handlers);
    },
  });
}

/**
 * Fulfills when a request has ended, in success or failure.
 *
 * This does not handle a failure: if nothing else does, it goes to the client's `onError`.
 */
export function whenEnded(request: Promise<unknown>): Promise<void> {
  // Not the promise's own `then`, which notes that code waits for it.
  return Promise.prototype.then.call(request, noop, noop) as Promise<void>;
}

/** Settles the promise of a request with the outcome of its response. */
function settle<Data>(
  { endpoint, args }: FetchAction,
  response: unknown,
  outcome: Outcome | undefined,
  resolve: (data: Data) => void,
  reject: (error: unknown) => void,
) {
  const schema = schemaOf(endpoint);
  // The caller gets what JSON cannot hold, such as a file; the store keeps its description.
  const isLive = schema === undefined && toPlain(response) !== response;
  if (isLive || outcome === undefined) return resolve(response as Data);
  if (outcome.error !== undefined) return reject(toLiveError(outcome.error));
  try {
    // Without a result, a mutation has no data; a read has what its response says.
    const emptyResult = endpoint.sideEffect || response === undefined ? undefined : outcome.result;
    resolve((outcome.result == null ? emptyResult : dataOf(endpoint, args, response, outcome)) as Data);
  } catch (error) {
    reject(error);
  }
}

/** The same object that selectors return; if a later event hides it, the data of the response alone. */
function dataOf(
  endpoint: EndpointInterface,
  args: readonly unknown[],
  response: unknown,
  { result, state }: Outcome,
): unknown {
  const schema = schemaOf(endpoint);
  const shown =
    dataAt(viewOf(state), schema, result, args).value ?? dataAt(state, schema, result, args).value;
  if (shown !== undefined) return shown;
  const alone = normalizeInto(schema, toPlain(response), args, undefined, undefined, {
    origin: endpoint.name,
  });
  return dataAt(alone, schema, alone.result, args).value;
}
