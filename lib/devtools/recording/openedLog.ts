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
  /** How many of its entries cannot be replayed, and are left out: damaged actions of this library, and what is no action. */
  readonly refused: number;
  /** Names of which no definition is loaded here. */
  readonly unknown: readonly string[];
  /** Whether the state from which it starts cannot be read: it starts from an empty store then. */
  readonly isStartLost: boolean;
}

/** How long the replay of a log keeps the page from drawing, in milliseconds. */
const SLICE_MS = 20;

/** After how many actions the clock is read. */
const ACTIONS_BETWEEN = 16;

/**
 * Replays a log from elsewhere, in any form that `replayLog` reads: plain data, of which nothing is run, replayed by the
 * reducer of the library. Actions of other slices are left out. The page draws meanwhile.
 *
 * @param onProgress is called with the share that is done, from 0 to 1; returns whether to go on
 * @throws {Error} when it is not a log
 */
export async function openLog(
  log: unknown,
  reducerPath: string,
  onProgress: (share: number) => boolean,
): Promise<OpenedLog> {
  const replay = replayed(log, reducerPath);
  let began = performance.now();
  for (;;) {
    const { done, value } = replay.next();
    if (done === true) return value;
    if (performance.now() - began < SLICE_MS) continue;
    if (!onProgress(value)) replay.return(NOTHING);
    await nextTask();
    began = performance.now();
  }
}

/** Lets the page draw; a timer would wait for another four milliseconds each time. */
function nextTask(): Promise<unknown> {
  if (typeof MessageChannel === 'undefined') return new Promise(resolve => setTimeout(resolve));
  const { port1, port2 } = new MessageChannel();
  return new Promise(resolve => {
    port1.onmessage = resolve;
    port2.postMessage(undefined);
  }).finally(() => port1.close());
}

/** What there is of a log that is opened no more. */
const NOTHING: OpenedLog = { entries: [], start: initialState, refused: 0, unknown: [], isStartLost: false };

/** Yields, now and then, the share that is done. */
function* replayed(log: unknown, reducerPath: string): Generator<number, OpenedLog> {
  // An app that has no stream can open the log of one that has.
  if (process.env.NODE_ENV !== 'production') registerSchemas(Connection);
  const { actions, start, refused: unread } = readLog('Open a log', log);
  const reduce = createReducer({
    ...gcManager().reducers,
    ...hydrationManager().reducers,
    [actionTypes.RESET]: keepFailures,
  });
  const slice = (start as Readonly<Record<string, unknown>> | null | undefined)?.[reducerPath];
  const first = startOf(slice);
  let state = first;
  let at = 0;
  let refused = unread;
  const { unknown, note } = unknownNames();
  const entries: Entry[] = [];
  for (const [i, action] of actions.entries()) {
    if (i % ACTIONS_BETWEEN === 0) yield i / actions.length;
    if (!isLogged(action)) continue;
    const before = state;
    if (!hasSoundName(action)) {
      refused++;
      continue;
    }
    try {
      if (process.env.NODE_ENV !== 'production') assertWellFormed(action);
      state = reduce(before, action);
    } catch {
      refused++;
      continue;
    }
    note(action);
    at = Math.max(at, timeOfAction(action));
    entries.push({ id: i + 1, action, before, after: state, at });
  }
  const isStartLost = slice !== undefined && first.entities !== (slice as DataState | null)?.entities;
  return { entries, start: first, refused, unknown: [...unknown], isStartLost };
}

/** The state from which a log starts: an empty one where what stands there cannot be read. */
function startOf(slice: unknown): DataState {
  if (slice === undefined) return initialState;
  const read = readableSlice(slice);
  // What the action before the log has changed is told by no tab, and Redux DevTools would take it for sound.
  const state = { ...read, changed: initialState.changed };
  // All of it is looked at once, in place of whichever tab is opened first.
  return attempt(() => viewOf(state) && Object.values(state.entities).map(orderedCells) && layersOf(state))
    ? state
    : initialState;
}

/** Whether the definition of an action is named by a text, if it has one. */
function hasSoundName({ endpointName, schemaName }: LoggedAction): boolean {
  return [endpointName, schemaName].every(name => name === undefined || typeof name === 'string');
}

/** How deep a log may be nested: deeper, neither the panel nor the checks of Redux Toolkit get to its end. */
const MAX_LEVELS = 500;

/** @throws {Error} when data is nested too deep to be looked at */
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

/** Collects the names in actions of which no definition is loaded here: the reducer leaves such actions out. */
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
