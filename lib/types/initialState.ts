import { emptyTable } from '../tables/Table';
import type { DataState, Overlaps } from './State';

/** Nothing that a request in flight could overlap with. */
export const NO_OVERLAPS: Overlaps = Object.freeze({});

/** A store that has not seen anything. */
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
 * Whether a slice was added by `store.replaceReducer`, which no middleware sees: what the reducer makes then is another
 * object than {@link initialState}.
 */
export function isAdded(slice: DataState | undefined): boolean {
  return slice !== initialState && isAtStart(slice);
}

/**
 * Whether a slice is as it was at the start of a session: made by the reducer, or by `getInitialState()`.
 *
 * A saved copy of such a slice is another object, and ends nothing.
 */
export function isAtStart(slice: DataState | undefined): boolean {
  return slice?.version === 0 && slice.endpoints === initialState.endpoints;
}
