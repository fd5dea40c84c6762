import { emptyTable } from '../tables/Table';
import { NO_OVERLAPS } from './NO_OVERLAPS';
import type { DataState } from './State';

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
