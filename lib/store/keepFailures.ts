import type { ResetAction } from '../actions/reset';
import { withoutUndefined } from '../plain/withoutUndefined';
import { getCell } from '../tables/getCell';
import { createOwner, sealOwned } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { initialState } from '../types/initialState';
import type { DataState, ResponseMeta } from '../types/State';

/**
 * Keeps the failures that ended a session in the next one.
 *
 * It comes with `logoutManager`: nothing else resets for that reason.
 */
export function keepFailures(state: DataState, { meta }: ResetAction, before: DataState): DataState {
  const { failed = [], landed } = meta ?? {};
  const owner = createOwner();
  let { endpoints } = initialState;
  for (const key of failed) {
    const { fetchedAt, date, error, errorPolicy, errorExpiresAt } =
      getCell(before.endpoints, key)?.meta ?? {};
    if (error === undefined) continue;
    const failureMeta = { fetchedAt, date, expiresAt: 0, left: landed, error, errorPolicy, errorExpiresAt };
    endpoints = putCell(endpoints, key, { meta: withoutUndefined(failureMeta) as ResponseMeta }, owner);
  }
  if (endpoints === initialState.endpoints || state === before) return state;
  const mutations = before.mutations.filter(mutation => failed.includes(mutation));
  const after = { ...state, endpoints, mutations };
  if (process.env.NODE_ENV === 'production') return after;
  sealOwned(owner);
  return Object.freeze(after);
}
