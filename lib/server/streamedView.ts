import { dehydrate } from '../hydration/dehydrate';
import { emptyTable } from '../tables/Table';
import { NO_OVERLAPS } from '../types/NO_OVERLAPS';
import type { DataState, InFlight } from '../types/State';

const known = new WeakMap<DataState, DataState>();

/** What of a state can be sent to another store, as a state: the same one for the same state. */
export function streamedView(state: DataState): DataState {
  const view = known.get(state) ?? { ...state, ...dehydrate(state), ...NOT_SENT };
  known.set(state, view);
  return view;
}

const NOT_SENT = {
  optimistic: [],
  aliases: emptyTable<string, null>(),
  mutating: 0,
  overlaps: NO_OVERLAPS,
  effects: [],
  doubts: {},
  inflight: emptyTable<readonly InFlight[], null>(),
};
