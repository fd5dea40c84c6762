import { redactedText } from '../../log/redactedText';
import type { CurrentLog } from '../../store/StoreHandle';
import type { DataState } from '../../types/State';
import { cut, MAX_NAME } from '../parts/JsonTree';
import { type Entry, REPLACED } from '../recording/Entry';
import type { OpenedLog } from '../recording/openedLog';

/**
 * The text of a log, in the form of `logRecorder` and `replayLog`. Like theirs, it starts over where something other
 * than an action of the library replaced the slice: no action leads there.
 *
 * @param redact removes what must not leave the device
 */
export function logText(
  reducerPath: string,
  entries: readonly Entry[],
  state: DataState,
  redact?: CurrentLog['redact'],
): string {
  const lastReplacement = entries.findLastIndex(({ action }) => action.type === REPLACED);
  const replayable = entries.slice(lastReplacement + 1);
  const start = { [reducerPath]: replayable[0]?.before ?? state };
  return redactedText({ start, actions: replayable.map(({ action }) => action) }, redact);
}

/** Downloads a text as a file. */
export function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text]));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** Copies a text; returns whether that worked. Only https and localhost have a clipboard, and access may be denied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Further names are only counted. */
const MAX_NAMES = 5;

/** What could not be replayed of a log; empty if all was. */
export function problemsOf({ skipped, unknown, isStartLost }: OpenedLog, file: string): string {
  const names = unknown
    .slice(0, MAX_NAMES)
    .map(name => cut(name, MAX_NAME))
    .join(', ');
  const more = unknown.length > MAX_NAMES ? ` and ${unknown.length - MAX_NAMES} more` : '';
  return [
    skipped === 0 ? '' : `${skipped} of the actions in ${file} cannot be replayed, and are left out.`,
    unknown.length === 0
      ? ''
      : `Actions that name ${names}${more} change nothing: this app has not loaded them.`,
    isStartLost
      ? `The state at the start of ${file} cannot be read: the log begins with an empty store.`
      : '',
  ]
    .filter(text => text !== '')
    .join(' ');
}
