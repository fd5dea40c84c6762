import { isEmpty } from '../plain/isEmpty';
import { kept, newSet } from '../plain/kept';
import { notesOf } from '../plain/lineage';
import { diffKinds } from '../tables/diffKinds';
import { MAX_CHANGES, type ReadHistory, type Step } from '../types/ReadHistory';
import type { Readable } from '../types/State';

/** How many steps a history keeps; whatever was last read before that is checked element by element. */
const MAX_STEPS = 256;

const HISTORY = {};

const NO_ITEMS: readonly never[] = Object.freeze([]);

/** Numbers are unique in the process: what was checked for the tables of one store is not taken as checked for another's. */
let count = 0;

/** The history of the store that some tables belong to, with these as the tables read last. */
export function historyAt(tables: Readable): ReadHistory {
  const { entities } = tables;
  // All stores begin with the same empty tables.
  if (isEmpty(entities)) return newHistory(tables, NO_ITEMS);
  const notes = notesOf(entities);
  const known = notes.get(HISTORY) as ReadHistory | undefined;
  if (known !== undefined)
    return known.tables.entities === entities && known.tables.deleted === tables.deleted
      ? known
      : stepTo(known, tables);
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

/** Keys of the records of each kind that are others, have moved, or are known to be deleted since: one that never came has no row. */
function changesBetween(before: Readable, after: Readable): Step['kinds'] {
  const kinds = new Map<string, Set<string>>();
  for (const part of ['entities', 'deleted'] as const) {
    diffKinds<unknown, unknown>(before[part], after[part], (kind, pk, from, to) => {
      const changed = kept(kinds, kind, newSet);
      // One that was deleted and created again may show the same row in another place.
      const isOther = from?.order !== to?.order || from?.value !== to?.value;
      if (isOther && changed.size <= MAX_CHANGES) changed.add(pk);
    });
  }
  return kinds;
}
