import { type Created, createdIn, fits } from '../overlap/creations';
import { getOrCreate } from '../plain/getOrCreate';
import { forEachCell } from '../tables/iterate';
import { NO_OVERLAPS } from '../types/initialState';
import type { DataState, EntityRow, OptimisticUpdate, RecordOverlap, RecordRef } from '../types/State';

/** A confirmed record that replaces one that is shown optimistically. */
export interface Twin extends RecordRef {
  /** The temporary key of the optimistic record. */
  readonly createdAs: string;
}

type Twins = ReadonlyMap<OptimisticUpdate, readonly Twin[]>;

const cachedTwins = new WeakMap<DataState, Twins>();
const NONE: Twins = new Map();

/**
 * For each optimistic creation in flight, the confirmed records that it has probably created; each replaces one
 * optimistic record.
 *
 * Computed once per state.
 */
export function twinsOf(state: DataState): Twins {
  if (state.optimistic.length === 0 || state.overlaps === NO_OVERLAPS) return NONE;
  return getOrCreate(cachedTwins, state, findTwins);
}

function findTwins(state: DataState): Twins {
  let taken = new Set<RecordOverlap>();
  const twins = new Map<OptimisticUpdate, readonly Twin[]>();
  for (const update of state.optimistic) {
    const sent = createdIn(update).filter(created => created.sent !== undefined);
    const takes = new Set(taken);
    const found = sent.flatMap(created => twinOf(state, update, created, takes) ?? []);
    // If a mutation creates several records, the server creates all of them at once.
    if (found.length === 0 || found.length < sent.length) continue;
    twins.set(update, found);
    taken = takes;
  }
  return twins;
}

/** The key of the record that replaces the one with a temporary key. */
export function twinKey(state: DataState, key: string): string | undefined {
  for (const twins of twinsOf(state).values())
    for (const { createdAs, pk } of twins) if (createdAs === key) return pk;
  return undefined;
}

/**
 * The record that an optimistic creation in flight has probably created: of its kind, first seen since the creation
 * began, and reported with equal values in every field that was sent.
 *
 * A poll may bring the record before the creation's own response does; until that response, the two are shown as one,
 * whatever happens to the record meanwhile.
 *
 * @param taken records that replace other created ones; the one found is added
 */
function twinOf(
  state: DataState,
  { began }: OptimisticUpdate,
  { kind, pk: createdAs, sent = {} }: Created,
  taken: Set<RecordOverlap>,
): Twin | undefined {
  let twin: Twin | undefined;
  forEachCell(state.overlaps[kind], (pk, { value: overlap }) => {
    if (twin !== undefined || overlap === undefined || taken.has(overlap)) return;
    if (!isNewSince(overlap, began) || !wasReportedAsSent(overlap, sent)) return;
    twin = { kind, pk, createdAs };
    taken.add(overlap);
  });
  return twin;
}

function isNewSince({ notes }: RecordOverlap, began: number): boolean {
  const [first] = notes;
  return (
    first !== undefined && first.before === null && first.landed > began && !notes.some(note => note.creates)
  );
}

/** Whether a response to anything but a mutation, at any time, reported a record just as it was sent. */
function wasReportedAsSent({ notes }: RecordOverlap, sent: EntityRow): boolean {
  let row: EntityRow = {};
  return notes.some(({ brought, wrote }) => {
    if (wrote !== undefined) return false;
    row = { ...row, ...brought };
    return fits(row, sent);
  });
}
