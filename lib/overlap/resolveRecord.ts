import { filterFields } from '../plain/filterFields';
import { mapFields } from '../plain/mapFields';
import { sameValue } from '../plain/sameValue';
import { ageOf } from '../schema/fieldAges';
import type { StoredRecord } from '../types/OverlapWriter';
import type { EntityRow, RecordNote, RecordOverlap } from '../types/State';

/** What a record becomes of a response that other responses overlapped with. */
export interface Resolution {
  /** The fields of the response that take effect. */
  readonly news: EntityRow;
  /** Whose value each field has afterwards. */
  readonly owners: Readonly<Record<string, number>>;
  /** Names of the fields of which the client cannot know how they ended. */
  readonly doubtful: readonly string[];
}

/** Whether the value that comes takes effect, and whether that is in doubt. */
type Verdict = readonly [wins: boolean, inDoubt?: boolean];

/**
 * Decides field by field between a response and those that landed before it.
 *
 * | the field | ends with |
 * |---|---|
 * | was written by one of two overlapping mutations | that one's value |
 * | was written by both | the last to leave; in doubt where the values differ |
 * | was written by one, and sent as it was by the other | what was written; in doubt unless the responses tell |
 * | was only carried along | the response that was made later, as far as the responses tell |
 *
 * A response that shows what a mutation wrote, where that was new, was made after
 * it. Where nothing tells, a mutation outranks a read, and the last to land the
 * other mutations; the record is in doubt then if the two disagree.
 */
export function resolveRecord(
  { notes, owners }: RecordOverlap,
  note: RecordNote,
  stored: StoredRecord,
  incoming: EntityRow,
): Resolution {
  const { value, meta } = stored;
  const overlapping = notes.filter(earlier => earlier.landed > note.since);
  const ownersAfter: Record<string, number> = { ...owners };
  const doubtful = isAmbiguous(note, overlapping) ? [...(note.wrote ?? []), ...(note.resent ?? [])] : [];
  const news = filterFields(incoming, name => {
    const isRepeated = Object.hasOwn(value, name) && sameValue(value[name], incoming[name]);
    const hasShown = ({ brought }: RecordNote) =>
      Object.hasOwn(brought, name) && sameValue(brought[name], value[name]);
    // Of the mutations that have shown what is stored one may overlap this, though what has the field does not.
    const owner =
      overlapping.find(({ landed }) => landed === owners[name]) ??
      overlapping.find(other => !isRepeated && !isRead(other) && hasShown(other));
    if (isRepeated && owner !== undefined) {
      if (isMessage(owner) && differsFromWriter(name, note, overlapping)) doubtful.push(name);
      // A mutation, or a later read, is what others are measured against, though an earlier read has shown the same.
      if (isRead(owner) && (!isRead(note) || note.left > owner.left)) ownersAfter[name] = note.landed;
      // It is as old as the latest that has shown it.
      return note.left > ageOf(name, meta);
    }
    const [wins, inDoubt] = decide(name, note, owner, overlapping, stored);
    if (inDoubt) doubtful.push(name);
    if (wins) ownersAfter[name] = note.landed;
    return wins;
  });
  return { news, owners: ownersAfter, doubtful };
}

/** Whose value each field has after the first response that is noted of a record. */
export function ownedBy(
  note: RecordNote,
  incoming: EntityRow,
  stored: StoredRecord | undefined,
): Readonly<Record<string, number>> {
  // A read that left before what is stored has no say in it.
  const taken = stored ? filterFields(incoming, name => !isOlderRead(name, note, stored)) : incoming;
  return mapFields(taken, () => note.landed);
}

function decide(
  name: string,
  note: RecordNote,
  owner: RecordNote | undefined,
  overlapping: readonly RecordNote[],
  stored: StoredRecord,
): Verdict {
  // What has the field now may only repeat what a read that left later has shown.
  const isTold = (other: RecordNote) =>
    owner && isRead(other) && other.left > note.left && writesSame(owner, other, name);
  if (isRead(note) && overlapping.some(isTold)) return [false];
  const isChangedSince = (carrier: RecordNote) =>
    isThirdValue(name, note, carrier) || isToldSince(name, note, overlapping);
  const writers = overlapping.filter(earlier => wrote(earlier, name));
  if (writers.length > 0) {
    if (wrote(note, name)) {
      const [isLast, inDoubt] = betweenWriters(name, note, writers);
      return [isLast, inDoubt || (isLast && !!owner && isChangedSince(owner))];
    }
    // It was made after all of these, so its mutation has changed again what it shows otherwise.
    const isShown = note.isGuessed && writers.every(writer => shows(note, writer, overlapping, name));
    // Unless both did the same to what it shows: then it may be from before, and only carry along what it shows otherwise.
    if (isShown && !writers.some(({ isGuessed }) => isGuessed))
      return [true, isAsBefore(note, writers, name)];
    // Where neither said what it writes, what both show may be the work of either.
    const isUnsure =
      isShown ||
      writers.some(writer => isThirdValue(name, writer, note) || mayRestore(note, writer, overlapping, name));
    return [false, isUnsure];
  }
  const isRestored = () =>
    wrote(note, name) && overlapping.some(other => mayRestore(other, note, overlapping, name));
  // What has the field may have had it before this one left, and another one have shown just the same since.
  if (owner === undefined) return [!isOlderRead(name, note, stored), isRestored()];
  if (wrote(note, name)) {
    // It may have been made after this one, and changed the field again.
    const isLater = (other: string) =>
      other !== name &&
      writesSame(note, owner, other) &&
      !sameValue(note.atLeaving?.[other], note.brought[other]);
    const isUnsure = isChangedSince(owner) || (owner.isGuessed && note.wrote?.some(isLater)) || isRestored();
    return [true, isUnsure];
  }
  return betweenCarriers(note, owner, overlapping);
}

/**
 * Whether a response carries a value that is neither the one from before a mutation
 * nor the one that this wrote. Then someone else wrote the field, before the mutation or after it, unless only the
 * response of the mutation showed that it wrote the field: such a field (a version, a time) changes with every mutation.
 *
 * A read that left before the mutation shows what was written before it, unless a value was computed from it: it may
 * have shown the mutation already, as where one counts up.
 */
function isThirdValue(name: string, writer: RecordNote, carrier: RecordNote): boolean {
  const mayBeLater =
    writer.isGuessed || writer.computed?.includes(name) || !isRead(carrier) || carrier.left > writer.left;
  if (!mayBeLater || !Object.hasOwn(carrier.brought, name) || !Object.hasOwn(writer.brought, name))
    return false;
  const value = carrier.brought[name];
  return !sameValue(value, writer.brought[name]) && !sameValue(value, writer.atLeaving?.[name]);
}

/** Data that no request brought: it may be older than any response that landed before it, so it implies no order. */
function isMessage(note: RecordNote): boolean {
  return isRead(note) && note.left === note.landed;
}

/** Whether a read, or a message, had no longer what an earlier one had shown of what a mutation wrote. */
function isToldSince(name: string, writer: RecordNote, notes: readonly RecordNote[]): boolean {
  const told = notes.filter(note => isRead(note) && Object.hasOwn(note.brought, name));
  const shown = told.find(note => writesSame(writer, note, name));
  return !!shown && told.some(note => note.left > shown.landed && !writesSame(writer, note, name));
}

function differsFromWriter(name: string, note: RecordNote, notes: readonly RecordNote[]): boolean {
  return wrote(note, name) && notes.some(other => wrote(other, name) && !writesSame(note, other, name));
}

/** Of mutations that wrote the same field, the last to leave counts; one of which that is only guessed, least. */
function betweenWriters(name: string, note: RecordNote, writers: readonly RecordNote[]): Verdict {
  const isWeaker = (one: RecordNote, other: RecordNote) => mayCarry(one, name) && !mayCarry(other, name);
  const isLater = (other: RecordNote) => other.left < note.left && !isWeaker(note, other);
  const isLast = writers.every(other => isLater(other) || isWeaker(other, note));
  return [isLast, differsFromWriter(name, note, writers)];
}

/** Whether a mutation may have carried a field along that was not known when it left. */
function mayCarry({ isGuessed, atLeaving }: RecordNote, name: string): boolean {
  return !!isGuessed && !Object.hasOwn(atLeaving ?? {}, name);
}

/** Neither wrote the field. */
function betweenCarriers(note: RecordNote, owner: RecordNote, notes: readonly RecordNote[]): Verdict {
  const isAfter = shows(note, owner, notes);
  const isBefore = shows(owner, note, notes);
  if (isAfter !== isBefore) return [isAfter];
  return isRead(note) && isRead(owner) ? [note.left >= owner.left] : [!isRead(note), true];
}

/**
 * Whether a response shows what a mutation wrote, where that was new: then the
 * server made it after the mutation. What another mutation wrote again later, or just the same, tells nothing.
 *
 * @param except a field that tells nothing, since the response's own mutation may have written it
 */
function shows(
  note: RecordNote,
  mutation: RecordNote,
  notes: readonly RecordNote[],
  except?: string,
): boolean {
  // Of a mutation that was retried it may be the work of an attempt before the last.
  if (mutation.since < mutation.left || note.left < (mutation.freshSince ?? 0)) return false;
  const telling = (mutation.fresh ?? []).filter(
    name =>
      name !== except &&
      Object.hasOwn(note.brought, name) &&
      (note.isGuessed || !sent(note, name)) &&
      !notes.some(other => other !== mutation && other !== note && blurs(other, mutation, name)),
  );
  return telling.length > 0 && telling.every(name => sameValue(note.brought[name], mutation.brought[name]));
}

/** Of two reads the one that left later counts, field by field. */
function isOlderRead(name: string, note: RecordNote, { value, meta }: StoredRecord): boolean {
  if (!isRead(note) || !Object.hasOwn(value, name)) return false;
  return ageOf(name, meta) > note.left;
}

function blurs(other: RecordNote, mutation: RecordNote, name: string): boolean {
  return sent(other, name) && (other.left > mutation.left || writesSame(other, mutation, name));
}

function writesSame(one: RecordNote, other: RecordNote, name: string): boolean {
  return sameValue(one.brought[name], other.brought[name]);
}

/**
 * Whether a mutation wrote, or sent, just what another one had written, so that what third responses
 * showed of that one's value may have been this one's.
 */
function isAmbiguous(note: RecordNote, overlapping: readonly RecordNote[]): boolean {
  return (
    overlapping.length > 1 &&
    overlapping.some(other => other.fresh?.some(name => sent(note, name) && writesSame(note, other, name)))
  );
}

function wrote({ wrote: names }: RecordNote, name: string): boolean {
  return !!names?.includes(name);
}

/**
 * Whether a mutation may have restored what another one has changed, which has not seen it: it sent the field as it was, or
 * its response shows it so, and nothing tells what it writes, as of `POST /tasks/1/reopen` beside `POST /tasks/1/finish`.
 */
function mayRestore(
  note: RecordNote,
  writer: RecordNote,
  notes: readonly RecordNote[],
  name: string,
): boolean {
  // The two may have left at different times, and the field have changed in between.
  const isGuess =
    !!note.isUntold && Object.hasOwn(note.brought, name) && isAsBefore(note, [writer, note], name);
  return (resent(note, name) || isGuess) && !shows(writer, note, notes);
}

/** Whether a response shows a field as it was when one of some mutations left. */
function isAsBefore({ brought }: RecordNote, mutations: readonly RecordNote[], name: string): boolean {
  return mutations.some(({ atLeaving }) => sameValue(brought[name], atLeaving?.[name]));
}

/** Whether a mutation sent a field as it was: a value that it restored where another one had changed it by then. */
function resent({ resent: names }: RecordNote, name: string): boolean {
  return !!names?.includes(name);
}

/** Whether a mutation wrote a field, or sent it as it was. */
function sent(note: RecordNote, name: string): boolean {
  return wrote(note, name) || resent(note, name);
}

function isRead({ wrote: names }: RecordNote): boolean {
  return names === undefined;
}

/** An overlap without what no request in flight can overlap with any more; `undefined` when nothing is left. */
export function pruned({ notes, owners, goneAt }: RecordOverlap, horizon: number): RecordOverlap | undefined {
  const kept = notes.filter(({ landed }) => landed > horizon);
  return kept.length === 0 && goneAt <= horizon ? undefined : { notes: kept, owners, goneAt };
}
