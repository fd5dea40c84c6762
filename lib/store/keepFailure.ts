import type { ResetAction } from '../actions/reset';
import { known } from '../plain/known';
import { getCell } from '../tables/getCell';
import { createOwner, sealOwned } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { initialState } from '../types/initialState';
import type { DataState, ResponseMeta } from '../types/State';

/**
 * Lets a new session begin with the failure that ended the last one.
 *
 * It comes with `logoutManager`: nothing else resets for that reason.
 */
export function keepFailure(state: DataState, { meta }: ResetAction, before: DataState): DataState {
  const { failed: key = '', landed = state.order } = meta ?? {};
  const { fetchedAt, date, error, errorPolicy, errorExpiresAt } = getCell(before.endpoints, key)?.meta ?? {};
  if (error === undefined || state === before) return state;
  const owner = createOwner();
  const failure = known({
    fetchedAt,
    date,
    expiresAt: 0,
    left: landed,
    error,
    errorPolicy,
    errorExpiresAt,
  }) as ResponseMeta;
  const after = {
    ...state,
    endpoints: putCell(initialState.endpoints, key, { meta: failure }, owner),
    mutations: before.mutations.filter(mutation => mutation === key),
  };
  if (process.env.NODE_ENV === 'production') return after;
  sealOwned(owner);
  return Object.freeze(after);
}
