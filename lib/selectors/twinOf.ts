import { type Created, createdIn, fits } from '../overlap/creations';
import { kept } from '../plain/kept';
import { forEachCell } from '../tables/iterate';
import { NO_OVERLAPS } from '../types/initialState';
import type { DataState, EntityRow, OptimisticUpdate, RecordOverlap, RecordRef } from '../types/State';

/** A confirmed record that stands in the place of one that is shown optimistically. */
export interface Twin extends RecordRef {
  /** The temporary key of that one. */
  readonly createdAs: string;
}

type Twins = ReadonlyMap<OptimisticUpdate, readonly Twin[]>;

const known = new WeakMap<DataState, Twins>();
const NONE: Twins = new Map();

/**
 * The records that optimistic creations in flight have probably made, by these; each
 * stands for one record that is created.
 *
 * Worked out once for a state.
 */
export function twinsOf(state: DataState): Twins {
  if (state.optimistic.length === 0 || state.overlaps === NO_OVERLAPS) return NONE;
  return kept(known, state, findTwins);
}

function findTwins(state: DataState): Twins {
  let taken = new Set<RecordOverlap>();
  const twins = new Map<OptimisticUpdate, readonly Twin[]>();
  for (const update of state.optimistic) {
    const sent = createdIn(update).filter(created => created.sent !== undefined);
    const takes = new Set(taken);
    const found = sent.flatMap(created => twinOf(state, update, created, takes) ?? []);
    // Of several the server makes all at once.
    if (found.length === 0 || found.length < sent.length) continue;
    twins.set(update, found);
    taken = takes;
  }
  return twins;
}

/** The key of the record that stands in the place of the one with a temporary key. */
export function twinKey(state: DataState, key: string): string | undefined {
  for (const twins of twinsOf(state).values())
    for (const { createdAs, pk } of twins) if (createdAs === key) return pk;
  return undefined;
}

/**
 * The record that an optimistic creation in flight has probably made: of its kind,
 * first seen since the creation began, and told to be equal in every field that was sent.
 *
 * A poll may bring the record before the creation's own response does; until that
 * tells, the two are shown as one, whatever becomes of the record meanwhile.
 *
 * @param taken records that stand for others that are created; the one found is added
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
    if (!isNewSince(overlap, began) || !wasEqual(overlap, sent)) return;
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

/** Whether a record was told to be as it was sent, by what is not a mutation, at one time or another. */
function wasEqual({ notes }: RecordOverlap, sent: EntityRow): boolean {
  let row: EntityRow = {};
  return notes.some(({ brought, wrote }) => {
    if (wrote !== undefined) return false;
    row = { ...row, ...brought };
    return fits(row, sent);
  });
}
