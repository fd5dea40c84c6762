import type { InvalidateMeta } from '../actions/invalidate';
import { withoutUndefined } from '../plain/withoutUndefined';
import { getCell } from '../tables/getCell';
import { createOwner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import type { DataState, ResponseMeta } from '../types/State';
import { commit } from './commit';

/**
 * Invalidates responses: they must not be shown any more, and an earlier failure no longer keeps readers from fetching.
 */
export function onInvalidate(
  state: DataState,
  keys: readonly string[],
  { landed = state.order + 1 }: InvalidateMeta = {},
): DataState {
  return restamp(
    state,
    keys,
    ({ fetchedAt, date, left }) =>
      withoutUndefined({ fetchedAt, date, expiresAt: 0, left, invalidated: landed }),
    landed,
    NEVER_FETCHED,
  );
}

/** The meta of a request that was never sent, though other responses may have its data. */
const NEVER_FETCHED: ResponseMeta = { fetchedAt: 0, date: 0, expiresAt: 0 };

/** Makes responses stale, so that readers refetch them. Responses in flight land stale. */
export function onExpire(
  state: DataState,
  keys: readonly string[],
  { landed = state.order + 1 }: InvalidateMeta = {},
): DataState {
  return restamp(
    state,
    keys,
    (meta, isInFlight) => {
      if (isInFlight) return { ...meta, expiresAt: 0, expired: landed };
      return meta.expiresAt === 0 ? meta : { ...meta, expiresAt: 0 };
    },
    landed,
  );
}

function restamp(
  state: DataState,
  keys: readonly string[],
  change: (meta: ResponseMeta, isInFlight: boolean) => ResponseMeta,
  order: number,
  fallback?: ResponseMeta,
): DataState {
  const owner = createOwner();
  let { endpoints } = state;
  for (const key of keys) {
    const cell = getCell(endpoints, key);
    const isInFlight = getCell(state.inflight, key) !== undefined;
    const meta = cell?.meta ?? (isInFlight ? NEVER_FETCHED : fallback);
    if (meta === undefined) continue;
    endpoints = putCell(endpoints, key, { ...cell, meta: change(meta, isInFlight) }, owner);
  }
  return commit(state, { parts: { endpoints }, requests: keys, order }, owner);
}
