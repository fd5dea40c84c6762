import { keepSame, type MadeBySchema } from '../denormalize/keepSame';
import { getCell } from '../tables/getCell';
import type { EndpointInterface } from '../types/EndpointInterface';
import { isFresh } from '../types/isFresh';
import type { ResponseError } from '../types/ResponseError';
import type { DataState } from '../types/State';
import { NOTHING_STORED, type Reading, readResponse } from './readResponse';

/**
 * How fresh a value is.
 *
 * | status | meaning |
 * |---|---|
 * | `invalid` | there is nothing that may be shown |
 * | `stale` | the data may be shown, and must be refetched |
 * | `valid` | the data may be shown |
 */
export type ExpiryStatus = 'invalid' | 'stale' | 'valid';

/** The state of one request. */
export interface ResponseState<Data, Meta = unknown> {
  /** `undefined` while there is nothing to show. */
  readonly data: Data | undefined;
  /** Why the latest request failed, if nothing older may be shown instead. */
  readonly error: ResponseError | undefined;
  readonly expiryStatus: ExpiryStatus;
  /** First instant at which `data` is stale, in milliseconds since the Unix epoch; 0 when there is none. */
  readonly expiresAt: number;
  /** When the request of the latest response left, in milliseconds since the Unix epoch; 0 when there was none. */
  readonly fetchedAt: number;
  /** Whether a request is in flight. */
  readonly isFetching: boolean;
  /** What the endpoint's `meta` keeps of the response's head; `undefined` if there is no such response. */
  readonly meta: Meta | undefined;
}

/** The state of a request that was never sent. */
export const UNKNOWN_RESPONSE: ResponseState<never> = Object.freeze({
  data: undefined,
  error: undefined,
  expiryStatus: 'invalid',
  expiresAt: 0,
  fetchedAt: 0,
  isFetching: false,
  meta: undefined,
});

/** The state of a request in flight for the first time. */
const FIRST_REQUEST: ResponseState<never> = Object.freeze({ ...UNKNOWN_RESPONSE, isFetching: true });

/** Separate, because the same response has another status if stale data must not be shown. */
const lastStates: MadeBySchema<ResponseState<unknown>> = new WeakMap();
const lastFreshStates: typeof lastStates = new WeakMap();

/**
 * The state of one request; the same object for as long as nothing in it changes.
 *
 * `expiryStatus` depends on the clock at the time of the call.
 */
export function selectResponse(
  state: DataState | undefined,
  endpoint: EndpointInterface,
  args: readonly unknown[],
): ResponseState<unknown> {
  if (state === undefined) return UNKNOWN_RESPONSE;
  const key = endpoint.key(...args);
  return responseOf(state, endpoint, key, readResponse(state, endpoint, key, args));
}

/** The state of a request that was already read: {@link selectResponse} for callers that also need the reading. */
export function responseOf(
  state: DataState,
  endpoint: EndpointInterface,
  key: string,
  reading: Reading,
): ResponseState<unknown> {
  const { shown, expiresAt, cell } = reading;
  const { data, error } = shown;
  const isFetching = getCell(state.inflight, key) !== undefined;
  if (shown === NOTHING_STORED) return isFetching ? FIRST_REQUEST : UNKNOWN_RESPONSE;
  const cache = reading.invalidIfStale ? lastFreshStates : lastStates;
  return keepSame(cache, endpoint.schema, cell ?? shown, {
    data,
    error,
    expiryStatus: statusOf(reading),
    expiresAt,
    fetchedAt: cell?.meta.fetchedAt ?? 0,
    isFetching,
    meta: cell?.meta.head,
  });
}

/** How fresh a value is at a moment: now, unless another is given. */
export function statusOf(reading: Reading, now = Date.now()): ExpiryStatus {
  if (reading.shown.isInvalid) return 'invalid';
  if (isFresh(reading, now)) return reading.isDoubtful ? 'stale' : 'valid';
  return reading.invalidIfStale ? 'invalid' : 'stale';
}
