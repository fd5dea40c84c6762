import { eachText } from '../plain/allWithin';
import { passNotesOn } from '../plain/versionNotes';
import { deleteCell } from '../tables/deleteCell';
import { getCell } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { emptyTable } from '../tables/Table';
import type { DataState } from '../types/State';
import { horizonWithout } from './inflight';

/** The minimum number of new tombstones of a kind between two sweeps. */
const MIN_SWEEP = 64;

/** A sweep visits all stored data; its period grows by one deletion per this many records. */
const RECORDS_PER_DELETION = 32;

type Swept = Pick<DataState, 'deleted' | 'entities'>;

/**
 * Removes tombstones that nothing stored refers to, and deleted keys from lists.
 *
 * It sweeps a kind only after enough of its records have been deleted since the last sweep.
 */
export function withoutForgottenTombstones(before: DataState, after: DataState, owner: Owner): Swept {
  let swept = after;
  for (const kind of Object.keys(after.deleted)) {
    if (isDue(before, after, kind)) swept = { ...swept, ...sweep(kind, swept, owner) };
  }
  return swept;
}

function isDue(before: DataState, after: DataState, kind: string): boolean {
  if ((after.deleted[kind]?.size ?? 0) < MIN_SWEEP) return false;
  // One action may add several tombstones, so check whether a sweep became due in between.
  return sweepsDue(after, kind) > sweepsDue(before, kind);
}

/** How many sweeps should have run by now. */
function sweepsDue({ deleted, entities }: DataState, kind: string): number {
  const stored = entities[kind]?.size ?? 0;
  const period = Math.max(MIN_SWEEP, Math.ceil(stored / RECORDS_PER_DELETION));
  return Math.floor((deleted[kind]?.next ?? 0) / period);
}

function sweep(kind: string, state: DataState, owner: Owner): Swept {
  const horizon = horizonWithout(state, () => false);
  const forgettable = new Set<string>();
  forEachCell(state.deleted[kind], (pk, { meta }) => {
    // A read in flight may still bring what was deleted after it left; what is stored again is not gone.
    if ((meta.landed ?? 0) < horizon && getCell(state.entities[kind], pk) === undefined) forgettable.add(pk);
  });
  const entities = withoutInLists(state.entities, kind, forgettable, owner);
  const referenced = referencedKeys(forgettable, { ...state, entities });
  let tombstones = state.deleted[kind] ?? emptyTable();
  for (const pk of forgettable) if (!referenced.has(pk)) tombstones = deleteCell(tombstones, pk, owner);
  return { deleted: { ...state.deleted, [kind]: tombstones }, entities };
}

function withoutInLists(
  entities: DataState['entities'],
  kind: string,
  forgettable: ReadonlySet<string>,
  owner: Owner,
): DataState['entities'] {
  const name = `[${kind}]`;
  const lists = entities[name] ?? emptyTable();
  let swept = lists;
  forEachCell(lists, (pk, { value, meta }) => {
    if (!Array.isArray(value)) return;
    const kept = value.filter(key => !forgettable.has(key));
    if (kept.length === value.length) return;
    passNotesOn(value, kept);
    swept = putCell(swept, pk, { value: kept, meta }, owner);
  });
  return swept === lists ? entities : { ...entities, [name]: swept };
}

/** The keys that stored records and responses of reads refer to; any equal text counts. */
function referencedKeys(
  keys: ReadonlySet<string>,
  { entities, endpoints, mutations }: DataState,
): ReadonlySet<string> {
  const referenced = new Set<string>();
  const visit = (value: unknown) =>
    eachText(value, text => {
      if (keys.has(text)) referenced.add(text);
    });
  for (const table of Object.values(entities)) forEachCell(table, (_pk, { value }) => visit(value));
  const responses = new Set(mutations);
  forEachCell(endpoints, (key, { value }) => {
    if (!responses.has(key)) visit(value);
  });
  return referenced;
}
