import { getCell } from '../tables/getCell';
import { createOwner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import type { DataState, ResponseMeta } from '../types/State';
import { commit } from './commit';

/** Makes responses invalid: they must not be shown any more. */
export function onInvalidate(state: DataState, keys: readonly string[]): DataState {
  return restamp(state, keys, meta => ({ ...meta, expiresAt: 0, invalidated: true }));
}

/** Makes responses stale: they are to be asked for again. */
export function onExpire(state: DataState, keys: readonly string[]): DataState {
  return restamp(state, keys, meta => (meta.expiresAt === 0 ? meta : { ...meta, expiresAt: 0 }));
}

function restamp(
  state: DataState,
  keys: readonly string[],
  change: (meta: ResponseMeta) => ResponseMeta,
): DataState {
  const owner = createOwner();
  let { endpoints } = state;
  for (const key of keys) {
    const cell = getCell(endpoints, key);
    if (cell !== undefined) endpoints = putCell(endpoints, key, { ...cell, meta: change(cell.meta) }, owner);
  }
  return commit(state, { parts: { endpoints }, requests: keys }, owner);
}
