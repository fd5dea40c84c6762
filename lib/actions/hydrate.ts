import type { SavedState } from '../types/SavedState';
import { actionTypes } from './actionTypes';
import { now } from './clock';
import { flatCreator } from './flatCreator';

/** Data that another store held: on a server, or the last time. */
export type HydrateAction = {
  readonly type: typeof actionTypes.HYDRATE;
  readonly saved: Omit<SavedState, 'optimistic'>;
  /** When it is taken over, in milliseconds since the Unix epoch: what has expired by then is left out. */
  readonly date: number;
};

/**
 * Takes over what another store held.
 *
 * Of two versions of a record or a response the later stays. Mutations that were
 * not answered are not part of it: `Controller.resume` sends them again.
 */
export const hydrate = flatCreator<HydrateAction, [saved: Omit<SavedState, 'optimistic'>, date?: number]>(
  actionTypes.HYDRATE,
  ({ entities, deleted, indexes, endpoints }, date = now()) => ({
    saved: { entities, deleted, indexes, endpoints },
    date,
  }),
);
