import { filterFields } from '../plain/filterFields';
import { mapFields } from '../plain/mapFields';
import { sameValue } from '../plain/sameValue';
import { ageOf } from '../schema/fieldAges';
import type { StoredRecord } from '../types/OverlapWriter';
import type { EntityRow, RecordNote, RecordOverlap } from '../types/State';

/** The outcome for a record when responses overlapped. */
export interface Resolution {
  /** The fields of the response that take effect. */
  readonly accepted: EntityRow;
  /** The `landed` of each field's owner. */
  readonly owners: Readonly<Record<string, number>>;
  /** Names of the fields whose final value the client cannot know. */
  readonly doubtful: readonly string[];
}

/** Whether the incoming value takes effect, and whether that is in doubt. */
type Verdict = readonly [wins: boolean, inDoubt?: boolean];

/**
 * Decides field by field between a response and those that landed before it.
 *
 * | the field | ends with |
 * |---|---|
 * | was written by one of two overlapping mutations | that one's value |
 * | was written by both | the value of the last to leave; in doubt if the values differ |
 * | was written by one, and sent unchanged by the other | what was written; in doubt unless the responses show more |
 * | was written by neither | the value of the later response, if the responses show which |
 *
 * A response that shows a new value which a mutation wrote was made after the mutation. If no response does, a mutation
 * outranks a read, and the last to land outranks other mutations. The record is in doubt if a read and a mutation
 * disagree, or two mutations of which neither shows the other's values.
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
  const accepted = filterFields(incoming, name => {
    const isRepeated = Object.hasOwn(value, name) && sameValue(value[name], incoming[name]);
    const hasShownStored = ({ brought }: RecordNote) =>
      Object.hasOwn(brought, name) && sameValue(brought[name], value[name]);
    // A mutation that has shown the stored value may overlap this response, though the owner does not.
    const owner =
      overlapping.find(({ landed }) => landed === owners[name]) ??
      overlapping.find(other => !isRepeated && !isRead(other) && hasShownStored(other));
    if (isRepeated && owner !== undefined) {
      if (isMessage(owner) && differsFromWriter(name, note, overlapping)) doubtful.push(name);
      // A mutation, or a later read, becomes the owner, though an earlier read has shown the same value.
      if (isRead(owner) && (!isRead(note) || note.left > owner.left)) ownersAfter[name] = note.landed;
      // Its age is that of the latest response with it.
      return note.left > ageOf(name, meta);
    }
    const [wins, inDoubt] = decide(name, note, owner, overlapping, stored);
    if (inDoubt) doubtful.push(name);
    if (wins) ownersAfter[name] = note.landed;
    return wins;
  });
  return { accepted, owners: ownersAfter, doubtful };
}

/** The owner of each field after the first noted response of a record. */
export function ownedBy(
  note: RecordNote,
  incoming: EntityRow,
  stored: StoredRecord | undefined,
): Readonly<Record<string, number>> {
  // A read that left before the stored value does not count.
  const accepted = stored ? filterFields(incoming, name => !isOlderRead(name, note, stored)) : incoming;
  return mapFields(accepted, () => note.landed);
}

function decide(
  name: string,
  note: RecordNote,
  owner: RecordNote | undefined,
  overlapping: readonly RecordNote[],
  stored: StoredRecord,
): Verdict {
  // The owner may only repeat what a read that left later has shown.
  const isRepeated = (other: RecordNote) =>
    owner && isRead(other) && other.left > note.left && writesSame(owner, other, name);
  if (isRead(note) && overlapping.some(isRepeated)) return [false];
  const isChangedSince = (carrier: RecordNote) =>
    isThirdValue(name, note, carrier) || isChangedAgain(name, note, overlapping);
  const writers = overlapping.filter(earlier => wrote(earlier, name));
  if (writers.length > 0) {
    if (wrote(note, name)) {
      const [isLast, inDoubt] = betweenWriters(name, note, writers);
      return [isLast, inDoubt || (isLast && !!owner && isChangedSince(owner))];
    }
    // It was made after all of these, so its mutation changed the field again if it differs.
    const isShown = note.isGuessed && writers.every(writer => shows(note, writer, overlapping, name));
    // Unless both wrote the same to the fields that show this: then it may be older, and not have written this one.
    if (isShown && !writers.some(({ isGuessed }) => isGuessed))
      return [true, isAsBefore(note, writers, name)];
    // If neither declares what it writes, either may have written what both show.
    const isUnsure =
      isShown ||
      writers.some(writer => isThirdValue(name, writer, note) || mayRestore(note, writer, overlapping, name));
    return [false, isUnsure];
  }
  const isRestored = () =>
    wrote(note, name) && overlapping.some(other => mayRestore(other, note, overlapping, name));
  // The owner may be from before this request left, and another response may have shown the same since.
  if (owner === undefined) return [!isOlderRead(name, note, stored), isRestored()];
  if (wrote(note, name)) {
    // The owner may be later, and have changed the field again.
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
 * Whether a response has a value that is neither the one from before a mutation nor the one that the mutation wrote.
 * Then another client wrote the field, before the mutation or after it; or the field changes with every mutation (a
 * version, a time), if only the mutation's response showed that it wrote the field.
 *
 * A read that left before the mutation does not count, unless the field is such a guess, or its value was computed: the
 * read may have shown the mutation already, as with a counter.
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

/** Whether a later read or message no longer shows what an earlier one showed of a mutation's value. */
function isChangedAgain(name: string, writer: RecordNote, notes: readonly RecordNote[]): boolean {
  const reads = notes.filter(note => isRead(note) && Object.hasOwn(note.brought, name));
  const shown = reads.find(note => writesSame(writer, note, name));
  return !!shown && reads.some(note => note.left > shown.landed && !writesSame(writer, note, name));
}

function differsFromWriter(name: string, note: RecordNote, notes: readonly RecordNote[]): boolean {
  return wrote(note, name) && notes.some(other => wrote(other, name) && !writesSame(note, other, name));
}

/** Of mutations that wrote the same field, the last to leave wins; one that may only include it loses. */
function betweenWriters(name: string, note: RecordNote, writers: readonly RecordNote[]): Verdict {
  const isWeaker = (one: RecordNote, other: RecordNote) => mayCarry(one, name) && !mayCarry(other, name);
  const isLater = (other: RecordNote) => other.left < note.left && !isWeaker(note, other);
  const isLast = writers.every(other => isLater(other) || isWeaker(other, note));
  return [isLast, differsFromWriter(name, note, writers)];
}

/** Whether a mutation may only include a field, which was not known when it left. */
function mayCarry({ isGuessed, atLeaving }: RecordNote, name: string): boolean {
  return !!isGuessed && !Object.hasOwn(atLeaving ?? {}, name);
}

/** Neither wrote the field. */
function betweenCarriers(note: RecordNote, owner: RecordNote, notes: readonly RecordNote[]): Verdict {
  const isAfter = shows(note, owner, notes);
  const isBefore = shows(owner, note, notes);
  // Someone else has changed the field, too. If they also wrote the mutation's value, they may have done so before it.
  // And a mutation that does not declare what it writes may itself have written the value that shows the order.
  const { isGuessed = isRead(note) !== isRead(owner) } = isAfter ? note : owner;
  if (isAfter !== isBefore) return [isAfter, isGuessed];
  return isRead(note) && isRead(owner) ? [note.left >= owner.left] : [!isRead(note), true];
}

/**
 * Whether a response shows new values that a mutation wrote, so that the server made it after the mutation. Values that
 * another mutation wrote later, or wrote too, are no evidence.
 *
 * @param except a field that is no evidence, since the response's own mutation may have written it
 */
function shows(
  note: RecordNote,
  mutation: RecordNote,
  notes: readonly RecordNote[],
  except?: string,
): boolean {
  // An earlier attempt of a retried mutation may have written them.
  if (mutation.since < mutation.left || note.left < (mutation.freshSince ?? 0)) return false;
  const evidence = (mutation.fresh ?? []).filter(
    name =>
      name !== except &&
      Object.hasOwn(note.brought, name) &&
      (note.isGuessed || !sent(note, name)) &&
      !notes.some(other => other !== mutation && other !== note && blurs(other, mutation, name)),
  );
  return evidence.length > 0 && evidence.every(name => sameValue(note.brought[name], mutation.brought[name]));
}

/** Whether a read left before the stored value of a field. */
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
 * Whether a mutation wrote or sent the same value as another one, so that third responses with the value may have shown
 * either.
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
 * Whether a mutation may have undone another's change, unless the other's response shows that it came later. It may if
 * it sent the old value, or shows it and what it writes is unknown, as `POST /tasks/1/reopen` beside `POST
 * /tasks/1/finish`.
 */
function mayRestore(
  note: RecordNote,
  writer: RecordNote,
  notes: readonly RecordNote[],
  name: string,
): boolean {
  // They may have left at different times, and the field may have changed in between.
  const isGuess =
    !!note.isUntold && Object.hasOwn(note.brought, name) && isAsBefore(note, [writer, note], name);
  return (resent(note, name) || isGuess) && !shows(writer, note, notes);
}

/** Whether a response shows a field as it was when one of some mutations left. */
function isAsBefore({ brought }: RecordNote, mutations: readonly RecordNote[], name: string): boolean {
  return mutations.some(({ atLeaving }) => sameValue(brought[name], atLeaving?.[name]));
}

/** Whether a mutation sent a field unchanged, which restores the value if another one had changed it by then. */
function resent({ resent: names }: RecordNote, name: string): boolean {
  return !!names?.includes(name);
}

/** Whether a mutation wrote a field, or sent it unchanged. */
function sent(note: RecordNote, name: string): boolean {
  return wrote(note, name) || resent(note, name);
}

function isRead({ wrote: names }: RecordNote): boolean {
  return names === undefined;
}

/** Drops what no request that began at the horizon or later overlaps with; `undefined` when nothing is left. */
export function pruned({ notes, owners, goneAt }: RecordOverlap, horizon: number): RecordOverlap | undefined {
  const kept = notes.filter(({ landed }) => landed > horizon);
  if (kept.length === 0 && goneAt <= horizon) return undefined;
  // To those requests, a record that had come back by then was never gone.
  const isBack = notes.some(({ landed }) => landed > goneAt && landed <= horizon);
  return { notes: kept, owners, goneAt: isBack ? 0 : goneAt };
}
