import { argsOf, endpointOf } from '../actions/endpointOf';
import { attempt } from '../plain/attempt';
import { isEmpty } from '../plain/isEmpty';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { kept } from '../plain/kept';
import { sameValue } from '../plain/sameValue';
import { toPlain } from '../plain/toPlain';
import { forEachCell } from '../tables/iterate';
import { createdIn } from '../types/createdIn';
import { NO_OVERLAPS } from '../types/NO_OVERLAPS';
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
  const taken = new Set<RecordOverlap>();
  const twins = new Map<OptimisticUpdate, readonly Twin[]>();
  for (const update of state.optimistic) {
    const [first, ...others] = createdIn(update);
    if (first === undefined) continue;
    const shown = [first, ...others.filter(({ kind }) => kind === first.kind)];
    const sent = sentBy(update);
    const found = sent.flatMap((row, i) => twinOf(state, update, shown[i], row, taken) ?? []);
    // Of several the server makes all at once.
    if (found.length > 0 && found.length === sent.length) twins.set(update, found);
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
 * @param shown the record that is created
 * @param taken records that stand for others that are created; the one found is added
 */
function twinOf(
  state: DataState,
  { began }: OptimisticUpdate,
  shown: RecordRef | undefined,
  sent: EntityRow,
  taken: Set<RecordOverlap>,
): Twin | undefined {
  if (shown === undefined) return undefined;
  const { kind, pk: createdAs } = shown;
  let twin: Twin | undefined;
  forEachCell(state.overlaps[kind], (pk, { value: overlap }) => {
    if (twin !== undefined || overlap === undefined || taken.has(overlap)) return;
    if (!isNewSince(overlap, began) || !wasEqual(overlap, sent)) return;
    twin = { kind, pk, createdAs };
    taken.add(overlap);
  });
  return twin;
}

/** What each of the records that are created was sent with, as far as that is known. */
function sentBy(update: OptimisticUpdate): readonly EntityRow[] {
  // Where its definition is not loaded, nothing can be told of it.
  const body = attempt(() => {
    const endpoint = endpointOf(update);
    const args = argsOf(update);
    if (endpoint.bodyOf === undefined) return toPlain(args.at(-1));
    // Variables are not known to be fields, but are the same in the record that was made of them.
    const body = endpoint.bodyOf(args);
    return body === undefined ? fieldsIn(toPlain(args[0])) : toPlain(body);
  });
  const rows: readonly unknown[] = Array.isArray(body) ? body : [body];
  return rows.every(row => isPlainObject(row) && !isEmpty(row)) ? (rows as readonly EntityRow[]) : [];
}

/** What variables say of a record: all of them, or the one object in them (`{ input: { title } }`). */
function fieldsIn(sent: unknown): unknown {
  const [only, ...others] = isPlainObject(sent) ? Object.values(sent) : [];
  return isPlainObject(only) && others.length === 0 ? only : sent;
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

function fits(row: EntityRow, sent: EntityRow): boolean {
  return Object.keys(sent).every(
    name =>
      sameValue(row[name], sent[name]) || (!isObject(sent[name]) && String(row[name]) === String(sent[name])),
  );
}
