import type { actionTypes } from './actionTypes';
import { flatCreator } from './flatCreator';

/** The end of a session: removes all data. */
export type ResetAction = {
  readonly type: typeof actionTypes.RESET;
  /** Milliseconds since the Unix epoch. */
  readonly date: number;
  readonly meta: ResetMeta;
};

/** Where a reset stands in the order of events. */
export interface ResetMeta {
  /** Its number: responses to requests that began before never land. The middleware adds it if it is missing. */
  readonly landed?: number;
  /** The keys of the requests that were refused: their errors stay, so that nothing refetches at once. */
  readonly failed?: readonly string[];
}

/** Empties the store; requests in flight are aborted. */
export const reset = flatCreator<ResetAction, [date?: number]>('rdc/reset', (date = Date.now()) => ({
  date,
  meta: {},
}));
