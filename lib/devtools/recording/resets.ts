import { actionTypes } from '../../actions/actionTypes';
import { isAtStart } from '../../types/initialState';
import { type Entry, REPLACED } from './Entry';

/** The resets of a log, in order: those of the library, and those where the app emptied the slice. */
export function resetsIn(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(
    ({ action: { type }, after }) => type === actionTypes.RESET || (type === REPLACED && isAtStart(after)),
  );
}

/** The first reset after an entry. It ends all requests in flight, whose responses are not logged. */
export function resetAfter({ id }: Entry, resets: readonly Entry[]): Entry | undefined {
  return resets.find(reset => reset.id > id);
}
