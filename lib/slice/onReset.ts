import type { ResetAction } from '../actions/reset';
import { known } from '../plain/known';
import { getCell } from '../tables/getCell';
import { createOwner, type Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { initialState } from '../types/initialState';
import type { DataState, ResponseMeta } from '../types/State';
import { commit } from './commit';

/** Empties the store, and notes when; the error that was the reason stays. */
export function onReset(state: DataState, { date, meta }: ResetAction): DataState {
  const owner = createOwner();
  const { version: _version, changed: _changed, order: _order, ...nothing } = initialState;
  const { landed = state.order + 1, failed } = meta ?? {};
  const kept = failed === undefined ? {} : failureAlone(state, failed, landed, owner);
  const changed = new Map(Object.keys(state.entities).map(kind => [kind, true as const]));
  return commit(
    state,
    { parts: { ...nothing, ...kept, lastReset: date, session: landed }, changed, order: landed },
    owner,
  );
}

/** The stored failure of one request, which the new session begins with. */
function failureAlone(
  { endpoints, mutations }: DataState,
  key: string,
  left: number,
  owner: Owner,
): Partial<DataState> {
  const { fetchedAt, date, error, errorPolicy, errorExpiresAt } = getCell(endpoints, key)?.meta ?? {};
  if (error === undefined) return {};
  const meta = known({
    fetchedAt,
    date,
    expiresAt: 0,
    left,
    error,
    errorPolicy,
    errorExpiresAt,
  }) as ResponseMeta;
  return {
    endpoints: putCell(initialState.endpoints, key, { meta }, owner),
    mutations: mutations.filter(mutation => mutation === key),
  };
}
