import { getCell } from '../tables/getCell';
import { createOwner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import type { DataState, ResponseMeta } from '../types/State';
import { commit } from './commit';

/** Makes responses invalid: they must not be shown any more, and an earlier failure is no reason not to ask. */
export function onInvalidate(state: DataState, keys: readonly string[]): DataState {
  return restamp(
    state,
    keys,
    ({ fetchedAt, date }) => ({ fetchedAt, date, expiresAt: 0, invalidated: true }),
    NEVER_ASKED,
  );
}

/** What is noted of a request that nobody has made, though its data may be known from others. */
const NEVER_ASKED: ResponseMeta = { fetchedAt: 0, date: 0, expiresAt: 0 };

/** Makes responses stale: they are to be asked for again. */
export function onExpire(state: DataState, keys: readonly string[]): DataState {
  return restamp(state, keys, meta => (meta.expiresAt === 0 ? meta : { ...meta, expiresAt: 0 }));
}

function restamp(
  state: DataState,
  keys: readonly string[],
  change: (meta: ResponseMeta) => ResponseMeta,
  otherwise?: ResponseMeta,
): DataState {
  const owner = createOwner();
  let { endpoints } = state;
  for (const key of keys) {
    const cell = getCell(endpoints, key);
    const meta = cell?.meta ?? otherwise;
    if (meta !== undefined) endpoints = putCell(endpoints, key, { ...cell, meta: change(meta) }, owner);
  }
  return commit(state, { parts: { endpoints }, requests: keys }, owner);
}
