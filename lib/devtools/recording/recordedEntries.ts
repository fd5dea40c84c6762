import { stepOf } from '../../actions/reductions';
import { DEFAULT_LOG_LIMIT, isMovedByTools } from '../../log/logRecorder';
import { presentOf } from '../../slice/timeTravel';
import type { CurrentLog, StoreHandle } from '../../store/StoreHandle';
import type { DataState } from '../../types/State';
import { type Entry, isLogged, type LoggedAction, REPLACED, timeOfAction } from './Entry';

/** How many entries are kept. */
const LIMIT = 2 * DEFAULT_LOG_LIMIT;

/** The recorded actions of one store. */
export interface RecordedEntries {
  /** The latest entries, in order; a new array whenever an entry is added. */
  latest(): readonly Entry[];
  /** The entries after the one with the id. */
  after(id: number): readonly Entry[];
  /** The id of the last entry. */
  lastId(): number;
  clear(): void;
}

/**
 * Records the actions of a store, each with the states before and after it, starting with those a recorder holds.
 *
 * @param notify called when an entry is complete, and when all are cleared
 */
export function recordedEntries(handle: StoreHandle, notify: () => void): RecordedEntries {
  /** Written in place, so that while the panel is closed an action costs only its entry. */
  const entries = entriesOf(handle.currentLog?.());
  let latest: readonly Entry[] | undefined;
  let nextId = (entries.at(-1)?.id ?? 0) + 1;
  /** How many actions are being dispatched: subscribers dispatch within others. */
  let depth = 0;
  /** Whether Redux DevTools had moved the store when the outermost action came. */
  let isTimeTraveling = false;
  /** The present state, even while the panel shows another time. */
  const presentState = () => presentOf(handle.getState());

  handle.tap = (action, next) => {
    if (!isLogged(action)) return next(action);
    if (depth === 0) isTimeTraveling = isMovedByTools(handle);
    const last = entries.at(-1);
    const before = (isTimeTraveling ? last?.after : undefined) ?? presentState();
    const at = Date.now();
    // Reserved for a replacement before it, found only later if Redux DevTools shows another time.
    const replacementId = nextId++;
    if (depth === 0 && last !== undefined && last.after !== before)
      entries.push(replacementEntry(replacementId, last.after, before, at));
    const entry: Writable = { id: nextId++, action, before, after: before, at };
    // Pushed before a subscriber dispatches the next one.
    entries.push(entry);
    if (entries.length > 2 * LIMIT) entries.splice(0, LIMIT);
    latest = undefined;
    depth++;
    try {
      return next(action);
    } finally {
      depth--;
      const step = isTimeTraveling ? stepOf(action) : undefined;
      if (step !== undefined) {
        entry.before = step.before;
        // Redux DevTools has skipped actions, so this one starts from another state.
        if (depth === 0 && last !== undefined && last.after !== step.before)
          entries.splice(
            entries.lastIndexOf(entry),
            0,
            replacementEntry(replacementId, last.after, step.before, at),
          );
      }
      entry.after = beforeNext(entry) ?? step?.after ?? presentState();
      latest = undefined;
      notify();
    }
  };

  /** The state before the next entry, if a subscriber dispatched one meanwhile. */
  function beforeNext(entry: Entry): DataState | undefined {
    const index = entries.lastIndexOf(entry);
    return index < 0 ? undefined : entries[index + 1]?.before;
  }

  return {
    latest() {
      latest ??= entries.slice(-LIMIT);
      return latest;
    },
    after: id => entries.filter(entry => entry.id > id),
    lastId: () => nextId - 1,
    clear() {
      entries.length = 0;
      latest = undefined;
      notify();
    },
  };
}

/** What a recorder holds, as entries with the store's own state objects. */
function entriesOf(
  { entries, after }: CurrentLog = { entries: [], after: undefined, redact: undefined },
): Writable[] {
  const result: Writable[] = [];
  for (const [i, { action, before }] of entries.entries()) {
    const next = entries[i + 1]?.before ?? after;
    const at = Math.max(result.at(-1)?.at ?? 0, timeOfAction(action));
    if (before !== undefined && next !== undefined)
      result.push({ id: i + 1, action: action as LoggedAction, before, after: next, at });
  }
  return result;
}

function replacementEntry(id: number, before: DataState, after: DataState, at: number): Entry {
  return { id, action: { type: REPLACED }, before, after, at };
}

/** An entry whose action is being dispatched. */
type Writable = { -readonly [Field in keyof Entry]: Entry[Field] };
