import { getOrCreate, newSet } from '../plain/getOrCreate';
import { isEmpty } from '../plain/isEmpty';
import { notesOf } from '../plain/versionNotes';
import { diffKinds } from '../tables/diffKinds';
import { MAX_CHANGES, type ReadHistory, type Step } from '../types/ReadHistory';
import type { Readable } from '../types/State';

/** How many steps a history keeps; values last read before these are checked element by element. */
const MAX_STEPS = 256;

const HISTORY = {};

const NO_ITEMS: readonly never[] = Object.freeze([]);

/** Numbers are unique in the process, so a check for one store's tables never counts for another's. */
let count = 0;

/** The history of the store that some tables belong to, updated to these tables. */
export function historyAt(tables: Readable): ReadHistory {
  const { entities } = tables;
  // All stores start with the same empty tables.
  if (isEmpty(entities)) return newHistory(tables, NO_ITEMS);
  const notes = notesOf(entities);
  const existing = notes.get(HISTORY) as ReadHistory | undefined;
  if (existing !== undefined)
    return existing.tables.entities === entities && existing.tables.deleted === tables.deleted
      ? existing
      : stepTo(existing, tables);
  const history = newHistory(tables, Object.freeze([]));
  notes.set(HISTORY, history);
  return history;
}

function newHistory({ entities, deleted }: Readable, noItems: readonly never[]): ReadHistory {
  return { tables: { entities, deleted }, number: ++count, steps: [], noItems };
}

function stepTo(history: ReadHistory, { entities, deleted }: Readable): ReadHistory {
  const { steps, number, tables } = history;
  history.tables = { entities, deleted };
  steps.push({ from: number, kinds: changesBetween(tables, history.tables) });
  if (steps.length > MAX_STEPS) steps.shift();
  history.number = ++count;
  return history;
}

/** Keys of the records of each kind that were replaced, moved, or deleted. (A record never received has no row.) */
function changesBetween(before: Readable, after: Readable): Step['kinds'] {
  const kinds = new Map<string, Set<string>>();
  for (const part of ['entities', 'deleted'] as const) {
    diffKinds<unknown, unknown>(before[part], after[part], (kind, pk, from, to) => {
      const changed = getOrCreate(kinds, kind, newSet);
      // A record that was deleted and created again may have the same row in another place.
      const isOther = from?.order !== to?.order || from?.value !== to?.value;
      if (isOther && changed.size <= MAX_CHANGES) changed.add(pk);
    });
  }
  return kinds;
}
