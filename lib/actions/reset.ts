import { actionTypes } from './actionTypes';
import { now } from './clock';
import { flatCreator } from './flatCreator';

/** The end of a session: all data goes. */
export type ResetAction = {
  readonly type: typeof actionTypes.RESET;
  /** Milliseconds since the Unix epoch; answers to requests that left earlier never land. */
  readonly date: number;
};

/** Empties the store; what is under way is given up. */
export const reset = flatCreator<ResetAction, [date?: number]>(actionTypes.RESET, (date = now()) => ({
  date,
}));
