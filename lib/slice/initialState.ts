import { emptyTable } from '../tables/Table';
import type { DataState } from '../types/State';

/** A store that has not seen anything. */
export const initialState: DataState = Object.freeze({
  entities: {},
  deleted: {},
  indexes: {},
  endpoints: emptyTable(),
  optimistic: [],
  links: {},
  aliases: {},
  inflight: emptyTable(),
  lastReset: 0,
  version: 0,
  changed: { since: 0, entities: {}, requests: [] },
} satisfies DataState);
