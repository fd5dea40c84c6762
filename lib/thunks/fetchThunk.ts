import { nanoid } from '@reduxjs/toolkit';
import type { Dispatch } from 'redux';
import { type FetchAction, fetch } from '../actions/fetch';
import { trace } from '../denormalize/denormalize';
import { AbortError } from '../errors/AbortError';
import { normalize } from '../normalize/normalize';
import { toPlain } from '../plain/toPlain';
import { toLiveError } from '../plain/toPlainError';
import { optimisticWrites } from '../selectors/optimisticWrites';
import { realArgs } from '../selectors/realArgs';
import { viewOf } from '../selectors/viewOf';
import { handleOf, type StoreHandle } from '../store/StoreHandle';
import { getCell } from '../tables/getCell';
import { type EndpointInterface, schemaOf } from '../types/EndpointInterface';
import { INVALID } from '../types/INVALID';
import type { DataState } from '../types/State';

/** What a dispatched thunk gets from the store. */
export type DataThunk<Returned> = (dispatch: Dispatch, getState: () => unknown) => Returned;

/**
 * A request under way: resolves to the data, rejects with the error.
 *
 * A rejection that nobody handles is not reported as unhandled, since the error
 * stands in the store.
 */
export interface FetchPromise<Data> extends Promise<Data> {
  readonly key: string;
  readonly args: readonly unknown[];
  readonly requestId: string;
  /** The promise itself, as of thunks made by `createAsyncThunk`. */
  unwrap(): Promise<Data>;
  /** Gives the request up; the promise rejects with an `AbortError`. */
  abort(reason?: string): void;
}

/** Whom a request is for. */
export interface FetchThunkOptions {
  /** True when nobody waits for the promise, so that the request may end with its last reader. @default false */
  readonly unattended?: boolean;
  /** What the request waits for before it leaves. */
  readonly after?: Promise<unknown> | undefined;
  /** Given for a request that is made again, so that it is known for the same. */
  readonly requestId?: string;
}

/** Sends a request and stores its answer. */
export function fetchThunk<Data>(
  endpoint: EndpointInterface,
  args: readonly unknown[],
  { unattended = false, after, requestId = nanoid() }: FetchThunkOptions = {},
): DataThunk<FetchPromise<Data>> {
  return dispatch => {
    const handle = handleOf(dispatch);
    const controller = new AbortController();
    let key = '';
    let hasBegun = false;
    const promise = new Promise<Data>((resolve, reject) => {
      const action = fetch(endpoint, {
        args,
        requestId,
        writes: optimisticWrites(handle.getState(), endpoint, args),
        signal: controller.signal,
        unattended,
        after,
        // Called while the answer is being dispatched: what is read here is what it brought.
        resolve: response => settle(handle, action, response, resolve, reject),
        reject,
      });
      key = action.key;
      dispatch(action);
      hasBegun = true;
    });
    // Of requests that have begun the store keeps the error; what was wrong before (arguments, set-up) must not go unheard.
    if (hasBegun) promise.catch(ignore);
    return Object.assign(promise, {
      key,
      args,
      requestId,
      unwrap: () => promise,
      abort: (reason?: string) => controller.abort(new AbortError(key, reason)),
    });
  };
}

function ignore() {}

function settle<Data>(
  handle: StoreHandle,
  { endpoint, args: givenArgs, key, meta }: FetchAction,
  response: unknown,
  resolve: (data: Data) => void,
  reject: (error: unknown) => void,
) {
  const state = handle.getState();
  const args = realArgs(state, givenArgs);
  const cell = getCell(state.endpoints, args === givenArgs ? key : endpoint.key(...args));
  const schema = schemaOf(endpoint);
  // What JSON cannot hold, a file say, goes to whoever asked; the store keeps its description.
  if (schema === undefined && toPlain(response) !== response) return resolve(response as Data);
  const isLate = !endpoint.sideEffect && cell !== undefined && cell.meta.fetchedAt > meta.fetchedAt;
  if (!isLate && cell?.meta.error !== undefined) return reject(toLiveError(cell.meta.error));
  try {
    const result = isLate ? resultOf(response, endpoint, args, state, meta) : cell?.value;
    // A pending deletion may hide what has come; whoever asked gets it all the same.
    const value = [viewOf(state).entities, state.entities]
      .map(entities => trace(schema, result, entities, args).value)
      .find(shown => shown !== INVALID);
    resolve(value as Data);
  } catch (error) {
    reject(error);
  }
}

/** The result of a response that the store did not keep, since a later request had been answered. */
function resultOf(
  response: unknown,
  endpoint: EndpointInterface,
  args: readonly unknown[],
  state: DataState,
  { fetchedAt }: FetchAction['meta'],
): unknown {
  const stamp = { fetchedAt, date: fetchedAt, expiresAt: 0 };
  return normalize(schemaOf(endpoint), toPlain(response), args, state, stamp, { origin: endpoint.name })
    .result;
}
