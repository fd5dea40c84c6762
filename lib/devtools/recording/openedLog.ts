import { actionTypes } from '../../actions/actionTypes';
import { registerSchemas } from '../../definitions/schemas';
import { gcManager } from '../../garbage/gcManager';
import { hydrationManager } from '../../hydration/hydrationManager';
import { readLog } from '../../log/readLog';
import { loggedSchema } from '../../lookup/loggedSchema';
import { attempt } from '../../plain/attempt';
import { viewOf } from '../../selectors/viewOf';
import { assertWellFormed } from '../../slice/assertWellFormed';
import { createReducer } from '../../slice/reducer';
import { keepFailures } from '../../store/keepFailures';
import { readableSlice } from '../../store/readableSlice';
import { Connection } from '../../stream/Connection';
import { orderedCells } from '../../tables/iterate';
import { initialState } from '../../types/initialState';
import type { DataState } from '../../types/State';
import { layersOf } from '../explain/explain';
import { type Entry, isLogged, type LoggedAction, timeOfAction } from './Entry';
import { endpointIn } from './endpointIn';

/** A log from elsewhere, replayed. */
export interface OpenedLog {
  readonly entries: readonly Entry[];
  /** The state before the first of them. */
  readonly start: DataState;
  /** How many entries cannot be replayed, and are skipped: damaged actions of this library, and what is no action. */
  readonly skipped: number;
  /** Names whose definitions are not loaded here. */
  readonly unknown: readonly string[];
  /** Whether its first state cannot be read, so that it starts from an empty store. */
  readonly isStartLost: boolean;
}

/** How long a replay may keep the page from drawing, in milliseconds. */
const SLICE_MS = 20;

/** How many actions are replayed between readings of the clock. */
const ACTIONS_BETWEEN = 16;

/**
 * Replays a log from elsewhere, in any form that `replayLog` reads: plain data, replayed by the library's reducer, and
 * never executed. Actions of other slices are skipped. The page can draw meanwhile.
 *
 * @param onProgress called with the share that is done, from 0 to 1; returns whether to go on
 * @throws {Error} when it is not a log
 */
export async function openLog(
  log: unknown,
  reducerPath: string,
  onProgress: (fraction: number) => boolean,
): Promise<OpenedLog> {
  const replay = replayActions(log, reducerPath);
  let startedAt = performance.now();
  for (;;) {
    const { done, value } = replay.next();
    if (done === true) return value;
    if (performance.now() - startedAt < SLICE_MS) continue;
    if (!onProgress(value)) replay.return(EMPTY_LOG);
    await nextTask();
    startedAt = performance.now();
  }
}

/** Lets the page draw; a timer would add four milliseconds each time. */
function nextTask(): Promise<unknown> {
  if (typeof MessageChannel === 'undefined') return new Promise(resolve => setTimeout(resolve));
  const { port1, port2 } = new MessageChannel();
  return new Promise(resolve => {
    port1.onmessage = resolve;
    port2.postMessage(undefined);
  }).finally(() => port1.close());
}

/** The result when opening a log is canceled. */
const EMPTY_LOG: OpenedLog = {
  entries: [],
  start: initialState,
  skipped: 0,
  unknown: [],
  isStartLost: false,
};

/** Yields the share that is done every few actions. */
function* replayActions(log: unknown, reducerPath: string): Generator<number, OpenedLog> {
  // An app without a stream can open the log of one with a stream.
  if (process.env.NODE_ENV !== 'production') registerSchemas(Connection);
  const { actions, start, skipped: unreadable } = readLog('Open a log', log);
  const reduce = createReducer({
    ...gcManager().reducers,
    ...hydrationManager().reducers,
    [actionTypes.RESET]: keepFailures,
  });
  const slice = (start as Readonly<Record<string, unknown>> | null | undefined)?.[reducerPath];
  const startState = startOf(slice);
  let state = startState;
  let time = 0;
  let skipped = unreadable;
  const { unknown, note } = unknownNames();
  const entries: Entry[] = [];
  for (const [i, action] of actions.entries()) {
    if (i % ACTIONS_BETWEEN === 0) yield i / actions.length;
    if (!isLogged(action)) continue;
    const before = state;
    if (!hasValidNames(action)) {
      skipped++;
      continue;
    }
    try {
      if (process.env.NODE_ENV !== 'production') assertWellFormed(action);
      state = reduce(before, action);
    } catch {
      skipped++;
      continue;
    }
    note(action);
    time = Math.max(time, timeOfAction(action));
    entries.push({ id: i + 1, action, before, after: state, at: time });
  }
  const isStartLost = slice !== undefined && startState.entities !== (slice as DataState | null)?.entities;
  return { entries, start: startState, skipped, unknown: [...unknown], isStartLost };
}

/** The state that a log starts from; an empty one if its own cannot be read. */
function startOf(slice: unknown): DataState {
  if (slice === undefined) return initialState;
  const readable = readableSlice(slice);
  // No tab shows what the action before the log changed, and Redux DevTools would not check it.
  const state = { ...readable, changed: initialState.changed };
  // Read all of it here, so that no tab fails on it later.
  return attempt(() => viewOf(state) && Object.values(state.entities).map(orderedCells) && layersOf(state))
    ? state
    : initialState;
}

/** Whether the names of an action's definitions, if any, are strings. */
function hasValidNames({ endpointName, schemaName }: LoggedAction): boolean {
  return [endpointName, schemaName].every(name => name === undefined || typeof name === 'string');
}

/** How deep a log may be nested: the panel and the checks of Redux Toolkit cannot handle more. */
const MAX_LEVELS = 500;

/** @throws {Error} when data is nested too deep to be shown */
export function assertShallow(log: unknown): void {
  let level = [log];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_LEVELS)
      throw new Error(
        `It holds data that is nested more than ${MAX_LEVELS} levels deep, which cannot be shown.`,
      );
    level = level.flatMap(part => (typeof part === 'object' && part !== null ? Object.values(part) : []));
  }
}

/** Collects the names in actions whose definitions are not loaded here: the reducer skips such actions. */
function unknownNames() {
  const seen = new Set<string>();
  const unknown = new Set<string>();
  return {
    unknown,
    note(action: LoggedAction) {
      const name = action.type === actionTypes.SET ? action.schemaName : action.endpointName;
      if (name === undefined || seen.has(name)) return;
      seen.add(name);
      if (!isLoaded(action, name)) unknown.add(name);
    },
  };
}

function isLoaded(action: LoggedAction, name: string): boolean {
  if (action.type !== actionTypes.SET) return endpointIn(action) !== undefined;
  try {
    loggedSchema(name);
    return true;
  } catch {
    return false;
  }
}
