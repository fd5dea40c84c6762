import { actualAction } from '../actions/shownAction';
import { gcManager } from '../garbage/gcManager';
import { hydrationManager } from '../hydration/hydrationManager';
import { createReducer } from '../slice/reducer';
import type { DataState } from '../types/State';
import type { Entry, LoggedAction } from './Entry';

/** What `logRecorder` and the panel write: other forms of logs are for `replayLog`. */
interface LogFile {
  readonly start?: unknown;
  readonly actions?: unknown;
}

/**
 * The entries of a log from elsewhere: plain data, of which nothing is run, replayed by the reducer of the library.
 *
 * @throws {Error} when it is not a log
 */
export function openedLog(file: unknown, reducerPath: string): readonly Entry[] {
  const { actions, start } = (Array.isArray(file) ? { actions: file } : (file ?? {})) as LogFile;
  if (!Array.isArray(actions)) throw new Error('This file holds no log.');
  const reduce = createReducer({ ...gcManager().reducers, ...hydrationManager().reducers });
  const slice = (start as Readonly<Record<string, DataState>> | undefined)?.[reducerPath];
  let state = reduce(slice, { type: 'the start' });
  let at = 0;
  return actions.flatMap((logged: unknown, i): readonly Entry[] => {
    const action = actualAction(logged) as LoggedAction | undefined;
    if (typeof action?.type !== 'string') return [];
    const before = state;
    state = reduce(before, action);
    // Actions without a time came after the one before.
    const time: unknown = action.meta?.date ?? action.meta?.fetchedAt;
    if (typeof time === 'number') at = Math.max(at, time);
    return [{ id: i + 1, action, before, after: state, at }];
  });
}
