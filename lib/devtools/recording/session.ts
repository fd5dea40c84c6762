import type { DataState } from '../../types/State';
import type { Entry } from './Entry';
import type { OpenedLog } from './openedLog';
import type { Recording } from './recording';

/** The log that the panels of a store show, and how far the app has moved in it. */
export interface ViewedLog {
  /** The log of a file, in place of the app's. */
  readonly opened: OpenedLog | undefined;
  readonly entries: readonly Entry[];
  /** How many of its entries the app shows; `undefined` for all. */
  readonly step: number | undefined;
}

/** What all tabs show: the app, or the log of another one. */
export interface Session {
  readonly entries: readonly Entry[];
  /** The state at the time that is shown. */
  readonly state: DataState;
  /** Whether it is a log from elsewhere. */
  readonly isOpened: boolean;
  /** Why nothing can be sent, or changed in the store; `undefined` if it can. */
  readonly locked: string | undefined;
}

/** What is shown now. A place in a log is kept as an entry's id, since a long log drops the oldest. */
export function viewIn(recording: Recording): ViewedLog {
  const { opened, after } = recording.viewed();
  const { entries } = opened ?? { entries: recording.entries() };
  const step = after === undefined ? undefined : entries.findLastIndex(({ id }) => id <= after) + 1;
  return { opened, entries, step };
}

/** What the tabs show now. */
export function sessionOf(recording: Recording): Session {
  const { opened, step } = viewIn(recording);
  if (opened === undefined) {
    const past = recording.isMovedByTools() ? MOVED : PAST;
    const locked = recording.isPast() ? past : undefined;
    return { entries: recording.entries(), state: recording.state(), isOpened: false, locked };
  }
  const { entries, start } = opened;
  const count = recording.isPast() ? (step ?? entries.length) : entries.length;
  return { entries, state: entries[count - 1]?.after ?? start, isOpened: true, locked: OPENED };
}

const OPENED = 'A log is open. Close it to send requests and to edit records of this app.';
/** Why the panel is locked while Redux DevTools has moved the app, and the way back. */
export const MOVED = 'Redux DevTools shows the app at an earlier time. Go back to the present there.';
const PAST = 'The app shows an earlier time. Go back to the present to send requests and to edit records.';
