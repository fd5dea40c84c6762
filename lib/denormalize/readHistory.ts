import { diffTables } from '../tables/diffTables';
import { notesOf } from '../tables/lineage';
import type { Arrival, Changes, ReadHistory, Step } from '../types/ReadHistory';
import type { Deleted, EntityTable, Readable } from '../types/State';

/** More changes of one kind than this, and looking at each element of a list costs no more than reading them. */
const MAX_CHANGES = 1024;

/** How many steps and changes a history keeps; whatever was last read before that is checked element by element. */
const MAX_STEPS = 256;
const MAX_KEPT_CHANGES = 8192;

const HISTORY = {};

/** Numbers are unique in the process: what was checked for the tables of one store is not taken as checked for another's. */
let count = 0;

/** The history of the store that some tables belong to, with these as the tables read last. */
export function historyAt(tables: Readable): ReadHistory {
  const { entities } = tables;
  // All stores begin with the same empty tables.
  if (isEmpty(entities)) return newHistory(tables);
  const notes = notesOf(entities);
  const known = notes.get(HISTORY) as ReadHistory | undefined;
  if (known !== undefined) return known.tables.entities === entities ? known : stepTo(known, tables);
  const history = newHistory(tables);
  notes.set(HISTORY, history);
  return history;
}

function newHistory({ entities, deleted }: Readable): ReadHistory {
  return { tables: { entities, deleted }, number: ++count, steps: [], size: 0, keys: new Map() };
}

function stepTo(history: ReadHistory, { entities, deleted }: Readable): ReadHistory {
  const step = stepBetween(history, { entities, deleted });
  history.steps.push(step);
  history.size += step.size;
  while (history.steps.length > MAX_STEPS || history.size > MAX_KEPT_CHANGES) {
    history.size -= history.steps.shift()?.size ?? 0;
  }
  history.tables = { entities, deleted };
  history.number = ++count;
  return history;
}

function stepBetween({ tables: before, number }: ReadHistory, after: Readable): Step {
  const kinds = new Map<string, Changes | undefined>();
  let size = 0;
  const compare = (kind: string) => {
    const [rowsBefore, rowsAfter] = [before.entities[kind], after.entities[kind]];
    const [goneBefore, goneAfter] = [before.deleted[kind], after.deleted[kind]];
    if (rowsBefore === rowsAfter && goneBefore === goneAfter) return;
    const changes = withDeletions(changesBetween(rowsBefore, rowsAfter), goneBefore, goneAfter);
    size += changes?.changed.length ?? 0;
    kinds.set(kind, changes);
  };
  const kindsIn = [before.entities, after.entities, before.deleted, after.deleted].flatMap(Object.keys);
  for (const kind of new Set(kindsIn)) compare(kind);
  return { from: number, kinds, size };
}

/** The changes of a kind with the records that are known to be deleted since: one that never came has no row. */
function withDeletions(
  changes: Changes | undefined,
  before: Deleted[string] | undefined,
  after: Deleted[string] | undefined,
): Changes | undefined {
  if (changes === undefined || before === after) return changes;
  if (Math.abs((before?.size ?? 0) - (after?.size ?? 0)) > MAX_CHANGES) return undefined;
  const changed = new Set(changes.changed);
  diffTables(before, after, pk => changed.add(pk));
  return { ...changes, changed: [...changed] };
}

/** Thrown to end a search that has found too much. */
const TOO_MANY = Symbol('too many');

function changesBetween(
  before: EntityTable | undefined,
  after: EntityTable | undefined,
): Changes | undefined {
  if (Math.abs((before?.size ?? 0) - (after?.size ?? 0)) > MAX_CHANGES) return undefined;
  const changed: string[] = [];
  const gone: string[] = [];
  const arrived: Arrival[] = [];
  try {
    diffTables(before, after, (pk, cellBefore, cellAfter) => {
      if (cellBefore?.value !== cellAfter?.value && changed.push(pk) > MAX_CHANGES) throw TOO_MANY;
      const wasThere = cellBefore?.value !== undefined;
      const isThere = cellAfter?.value !== undefined;
      if (wasThere && isThere && cellBefore.order === cellAfter.order) return;
      if (wasThere) gone.push(pk);
      if (isThere && arrived.push({ pk, order: cellAfter.order }) > MAX_CHANGES) throw TOO_MANY;
    });
  } catch (thrown) {
    if (thrown === TOO_MANY) return undefined;
    throw thrown;
  }
  return { changed, gone, arrived };
}

function isEmpty(entities: object): boolean {
  for (const _ in entities) return false;
  return true;
}
