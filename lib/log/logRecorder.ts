import type { Middleware, MiddlewareAPI } from 'redux';
import { isOwn } from '../actions/isOwn';
import { stepOf } from '../actions/reductions';
import { isTravel } from '../actions/travel';
import { checkCounts, checkFunctions, checkName, checkOptions, checkReturned } from '../errors/checkValues';
import { warnOnce } from '../plain/warnOnce';
import { presentOf } from '../slice/timeTravel';
import { type CurrentLog, handleFinder, type RecordedEntry, type StoreHandle } from '../store/StoreHandle';
import { sliceAt } from '../store/sliceAt';
import { DEFAULT_REDUCER_PATH } from '../types/DEFAULT_REDUCER_PATH';
import type { DataState } from '../types/State';
import { redactedText } from './redactedText';

/** Options of a recorder; all have defaults. */
export interface LogRecorderOptions {
  /** How many of the latest actions are kept. @default 500 */
  readonly limit?: number;
  /**
   * Redacts what must not leave the device: called with the name and the value of everything in a log, it
   * returns the replacement.
   *
   * Keys of records and requests must stay distinct, or the log will not replay.
   */
  readonly redact?: (name: string, value: unknown) => unknown;
  /** Where the slice is mounted. @default 'rdc' */
  readonly reducerPath?: string;
}

/** Actions of the data client, and the root state before the first of them: plain JSON data. */
export interface RecordedLog {
  readonly start: { readonly [reducerPath: string]: DataState };
  readonly actions: readonly { readonly type: string }[];
}

/** Records the log of one store. If several stores share a recorder, it starts over when another one dispatches. */
export interface LogRecorder {
  /** Add it after the middleware of the data client. */
  readonly middleware: Middleware;
  /** The log so far: a copy, without what `redact` removes. */
  log(): RecordedLog;
}

/** How many actions a recorder keeps. */
export const DEFAULT_LOG_LIMIT = 500;

/**
 * Records the latest actions of the data client, so that an error report can include a log for `replayLog`.
 *
 * It keeps references to actions and to states, which share structure; nothing is copied before `log()` is called. The
 * log starts over when anything but an action of the data client replaces its slice. While Redux DevTools shows another
 * time, it continues to record what happens.
 *
 * @example
 * ```ts
 * import { configureStore } from '@reduxjs/toolkit';
 * import { logRecorder } from 'rdc-toolkit';
 *
 * const recorder = logRecorder({ redact: (name, value) => (name === 'email' ? 'someone@example.org' : value) });
 *
 * const store = configureStore({
 *   reducer: { [dataClient.reducerPath]: dataClient.reducer },
 *   middleware: getDefault => getDefault().concat(dataClient.middleware, recorder.middleware),
 * });
 *
 * addEventListener('error', ({ message }) => {
 *   void fetch('/reports', { method: 'POST', body: JSON.stringify({ message, ...recorder.log() }) });
 * });
 * ```
 */
export function logRecorder(options: LogRecorderOptions = {}): LogRecorder {
  if (process.env.NODE_ENV !== 'production') {
    checkOptions('logRecorder', options);
    checkCounts('logRecorder', options, ['limit']);
    checkName('logRecorder', 'reducerPath', options.reducerPath);
    checkFunctions('logRecorder', options, ['redact']);
  }
  const { limit = DEFAULT_LOG_LIMIT, redact, reducerPath = DEFAULT_REDUCER_PATH } = options;
  let entries: RecordedEntry[] = [];
  let latest: DataState | undefined;
  let depth = 0;
  /** Whether Redux DevTools had moved the store when the outermost action came. */
  let isTimeTraveling = false;
  /** The store whose log it is. */
  let recordedStore: MiddlewareAPI | undefined;
  const current = () => recordedStore && presentOf(sliceAt(recordedStore.getState(), reducerPath));

  return {
    middleware: api => {
      const handle = handleFinder(api.dispatch);
      const currentLog = (): CurrentLog => ({
        entries: recordedStore === api ? entries : [],
        after: latest,
        redact,
      });
      let wasRecorded = false;
      // The panel starts with what was recorded, and exports it without what `redact` removes.
      const attach = () => Object.assign(handle() ?? {}, { currentLog });
      attach();
      recordedStore ??= api;
      return next => action => {
        if (!isOwn(action)) return next(action);
        attach();
        // Time travel is not part of the log.
        if (process.env.NODE_ENV !== 'production' && isTravel(action)) return next(action);
        if (recordedStore !== api) {
          // One store may replace another, but stores must not take turns.
          if (process.env.NODE_ENV !== 'production' && wasRecorded) warnOfSeveral();
          recordedStore = api;
          entries = [];
        }
        if (process.env.NODE_ENV !== 'production') wasRecorded = true;
        if (process.env.NODE_ENV !== 'production' && depth === 0) isTimeTraveling = isMovedByTools(handle());
        const before = process.env.NODE_ENV !== 'production' && isTimeTraveling ? latest : current();
        // At a greater depth, a subscriber dispatched this action during another one.
        if (depth === 0 && before !== latest) entries = [];
        // Recorded before it is handled, so that nested actions are in order.
        const entry: RecordedEntry = { action, before };
        entries.push(entry);
        if (entries.length > limit) entries.shift();
        depth++;
        try {
          return next(action);
        } finally {
          depth--;
          const step = process.env.NODE_ENV !== 'production' && isTimeTraveling && stepOf(action);
          if (step) {
            entry.before = step.before;
            // Redux DevTools has skipped actions, so this one starts from another state.
            if (depth === 0 && step.before !== before) entries.splice(0, entries.indexOf(entry));
            if (entries.at(-1) === entry) latest = step.after;
          } else latest = current();
          if (process.env.NODE_ENV !== 'production' && latest === undefined) warnOfMissing(reducerPath);
        }
      };
    },
    log() {
      const start = { [reducerPath]: entries.length > 0 ? entries[0]?.before : current() };
      const actions = entries.map(({ action }) => action);
      const text = redactedText({ start, actions }, redact);
      if (process.env.NODE_ENV !== 'production')
        checkReturned(
          'logRecorder',
          'redact',
          text,
          text !== undefined,
          'Return the value where there is nothing to redact.',
        );
      return JSON.parse(text);
    },
  };
}

function warnOfSeveral(): void {
  warnOnce(
    'a recorder of several stores',
    'One logRecorder() is in several stores: its log starts over whenever another of them dispatches. ' +
      'Make a recorder for each store, where the store is made.',
  );
}

function warnOfMissing(reducerPath: string): void {
  warnOnce(
    `no slice to record at ${reducerPath}`,
    `logRecorder() records no states: the slice of the data client is not mounted at "${reducerPath}". ` +
      'Pass the path where it is: logRecorder({ reducerPath: dataClient.reducerPath }).',
  );
}

/**
 * Whether Redux DevTools shows a time other than the app's present, in development: the reducer then does not continue
 * from the state that the store shows.
 */
export function isMovedByTools(handle: StoreHandle | undefined): boolean {
  return (
    process.env.NODE_ENV !== 'production' &&
    handle?.isPast() === true &&
    presentOf(handle.getState()) === handle.getState()
  );
}
