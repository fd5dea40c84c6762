import type { DataState } from '../../types/State';
import type { Entry } from './Entry';
import type { OpenedLog } from './openedLog';
import type { Recording } from './recording';

interface Viewing {
  readonly opened: OpenedLog | undefined;
  readonly step: number | undefined;
}

/** What all tabs show: the app, or the log of another one. */
export interface Session {
  readonly entries: readonly Entry[];
  /** The state at the time that is looked at. */
  readonly state: DataState;
  /** Whether it is a log from elsewhere. */
  readonly isOpened: boolean;
  /** Why nothing can be sent, nor changed in the store; `undefined` where it can. */
  readonly locked: string | undefined;
}

/**
 * What the tabs show at this moment.
 *
 * @param viewed the log that is looked at, and how far the app shows it
 */
export function sessionOf(recording: Recording, { opened, step }: Viewing): Session {
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
/** What the app shows while Redux DevTools has moved it, and the way back. */
export const MOVED = 'Redux DevTools shows the app at an earlier time. Go back to the present there.';
const PAST = 'The app shows an earlier time. Go back to the present to send requests and to edit records.';
