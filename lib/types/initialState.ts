import { emptyTable } from '../tables/Table';
import type { DataState, Overlaps } from './State';

/** No overlaps. */
export const NO_OVERLAPS: Overlaps = Object.freeze({});

/** The state of a new store. */
export const initialState: DataState = Object.freeze({
  entities: {},
  deleted: {},
  indexes: {},
  endpoints: emptyTable(),
  optimistic: [],
  links: {},
  aliases: emptyTable(),
  mutations: [],
  inflight: emptyTable(),
  mutating: 0,
  overlaps: NO_OVERLAPS,
  effects: [],
  doubts: {},
  lastReset: 0,
  session: 0,
  order: 0,
  version: 0,
  changed: { since: 0, entities: {}, requests: [] },
} satisfies DataState);

/**
 * Whether `store.replaceReducer` added a slice, which no middleware sees: the reducer's state is then another
 * object than {@link initialState}.
 */
export function isAdded(slice: DataState | undefined): boolean {
  return slice !== initialState && isAtStart(slice);
}

/**
 * Whether a slice is as at the start of a session: made by the reducer, or by `getInitialState()`.
 *
 * A saved copy of such a slice is another object, and ends nothing.
 */
export function isAtStart(slice: DataState | undefined): boolean {
  return slice?.version === 0 && slice.endpoints === initialState.endpoints;
}
