import type { InvalidateMeta } from '../actions/invalidate';
import { known } from '../plain/known';
import { getCell } from '../tables/getCell';
import { createOwner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import type { DataState, ResponseMeta } from '../types/State';
import { commit } from './commit';

/** Makes responses invalid: they must not be shown any more, and an earlier failure does not keep readers from fetching. */
export function onInvalidate(
  state: DataState,
  keys: readonly string[],
  { landed = state.order + 1 }: InvalidateMeta = {},
): DataState {
  return restamp(
    state,
    keys,
    ({ fetchedAt, date, left }) => known({ fetchedAt, date, expiresAt: 0, left, invalidated: landed }),
    landed,
    NEVER_FETCHED,
  );
}

/** What is noted of a request that was never sent, though its data may be known from others. */
const NEVER_FETCHED: ResponseMeta = { fetchedAt: 0, date: 0, expiresAt: 0 };

/** Makes responses stale: readers fetch them again. */
export function onExpire(state: DataState, keys: readonly string[]): DataState {
  return restamp(state, keys, meta => (meta.expiresAt === 0 ? meta : { ...meta, expiresAt: 0 }), 0);
}

function restamp(
  state: DataState,
  keys: readonly string[],
  change: (meta: ResponseMeta) => ResponseMeta,
  order: number,
  otherwise?: ResponseMeta,
): DataState {
  const owner = createOwner();
  let { endpoints } = state;
  for (const key of keys) {
    const cell = getCell(endpoints, key);
    const meta = cell?.meta ?? otherwise;
    if (meta !== undefined) endpoints = putCell(endpoints, key, { ...cell, meta: change(meta) }, owner);
  }
  return commit(state, { parts: { endpoints }, requests: keys, order }, owner);
}
