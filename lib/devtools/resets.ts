import { actionTypes } from '../actions/actionTypes';
import type { Entry } from './Entry';

/** The resets of a log, in order. */
export function resetsIn(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(({ action }) => action.type === actionTypes.RESET);
}

/** The first reset after an entry: it ends each request that is in flight, and no response to it is logged. */
export function resetAfter({ id }: Entry, resets: readonly Entry[]): Entry | undefined {
  return resets.find(reset => reset.id > id);
}
