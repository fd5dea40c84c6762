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
 * @param tell called when an entry is complete, and when all are cleared
 */
export function recordedEntries(handle: StoreHandle, tell: () => void): RecordedEntries {
  /** Written in place, so that while the panel is closed an action costs only its entry. */
  const written = entriesOf(handle.currentLog?.());
  let latest: readonly Entry[] | undefined;
  let nextId = (written.at(-1)?.id ?? 0) + 1;
  /** How many actions are being dispatched: subscribers dispatch within others. */
  let depth = 0;
  /** Whether Redux DevTools had moved the store when the outermost action came. */
  let isElsewhere = false;
  /** The present state, even while the panel shows another time. */
  const present = () => presentOf(handle.getState());

  handle.tap = (action, next) => {
    if (!isLogged(action)) return next(action);
    if (depth === 0) isElsewhere = isMovedByTools(handle);
    const last = written.at(-1);
    const before = (isElsewhere ? last?.after : undefined) ?? present();
    const at = Date.now();
    // Reserved for a replacement before it, found only later if Redux DevTools shows another time.
    const gap = nextId++;
    if (depth === 0 && last !== undefined && last.after !== before)
      written.push(replaced(gap, last.after, before, at));
    const entry: Writable = { id: nextId++, action, before, after: before, at };
    // Pushed before a subscriber dispatches the next one.
    written.push(entry);
    if (written.length > 2 * LIMIT) written.splice(0, LIMIT);
    latest = undefined;
    depth++;
    try {
      return next(action);
    } finally {
      depth--;
      const step = isElsewhere ? stepOf(action) : undefined;
      if (step !== undefined) {
        entry.before = step.before;
        // Redux DevTools has skipped actions, so this one starts from another state.
        if (depth === 0 && last !== undefined && last.after !== step.before)
          written.splice(written.lastIndexOf(entry), 0, replaced(gap, last.after, step.before, at));
      }
      entry.after = beforeNext(entry) ?? step?.after ?? present();
      latest = undefined;
      tell();
    }
  };

  /** The state before the next entry, if a subscriber dispatched one meanwhile. */
  function beforeNext(entry: Entry): DataState | undefined {
    const index = written.lastIndexOf(entry);
    return index < 0 ? undefined : written[index + 1]?.before;
  }

  return {
    latest() {
      latest ??= written.slice(-LIMIT);
      return latest;
    },
    after: id => written.filter(entry => entry.id > id),
    lastId: () => nextId - 1,
    clear() {
      written.length = 0;
      latest = undefined;
      tell();
    },
  };
}

/** What a recorder holds, as entries with the store's own state objects. */
function entriesOf(
  { entries, after }: CurrentLog = { entries: [], after: undefined, redact: undefined },
): Writable[] {
  const written: Writable[] = [];
  for (const [i, { action, before }] of entries.entries()) {
    const next = entries[i + 1]?.before ?? after;
    const at = Math.max(written.at(-1)?.at ?? 0, timeOfAction(action));
    if (before !== undefined && next !== undefined)
      written.push({ id: i + 1, action: action as LoggedAction, before, after: next, at });
  }
  return written;
}

function replaced(id: number, before: DataState, after: DataState, at: number): Entry {
  return { id, action: { type: REPLACED }, before, after, at };
}

/** An entry whose action is being dispatched. */
type Writable = { -readonly [Field in keyof Entry]: Entry[Field] };
