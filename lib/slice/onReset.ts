import type { ResetAction } from '../actions/reset';
import { createOwner } from '../tables/Owner';
import { initialState } from '../types/initialState';
import type { DataState } from '../types/State';
import { commit } from './commit';

/** Empties the store, and notes when. */
export function onReset(state: DataState, { date, meta }: ResetAction): DataState {
  const { version: _version, changed: _changed, order: _order, ...nothing } = initialState;
  const { landed = state.order + 1 } = meta ?? {};
  const changed = new Map(Object.keys(state.entities).map(kind => [kind, true as const]));
  const parts = { ...nothing, lastReset: date, session: landed };
  return commit(state, { parts, changed, order: landed }, createOwner());
}
