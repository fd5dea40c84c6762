import { sameValue } from '../plain/sameValue';
import { getValue } from '../tables/getCell';
import type { Landing } from '../types/Landing';
import type { ReconciledSchema, StoredRecord } from '../types/OverlapWriter';
import type { EntityRow, Overlaps, RecordNote, RecordOverlap, RecordRef } from '../types/State';
import type { LatestPossible } from './listEffects';

/**
 * What a response brought of a record, and what was stored before.
 *
 * @param wasSure whether the record was not in doubt
 */
export function noteOfRead(
  { began, left, landed, mutation }: Landing,
  received: EntityRow,
  stored?: StoredRecord,
  wasSure = true,
): RecordNote {
  return {
    began,
    left,
    since: mutation?.since ?? left,
    landed,
    brought: received,
    before: stored?.value ?? null,
    beforeSince: wasSure ? (stored?.meta.landed ?? 0) : landed,
  };
}

/**
 * Notes what a response brought and, for a mutation, what it wrote.
 *
 * @param overlap the earlier notes on the record
 * @param latestPossible finds the latest failed mutation that may have changed it
 */
export function noteOf(
  { left, mutation }: Landing,
  schema: ReconciledSchema,
  pk: string,
  overlap: RecordOverlap | undefined,
  read: RecordNote,
  isTop: boolean,
  latestPossible: LatestPossible,
): RecordNote {
  if (mutation === undefined) return read;
  const { brought: incoming } = read;
  const { before: atLeaving, beforeSince } = overlap?.notes.find(note => note.landed > left) ?? read;
  const isNew = (name: string) => !sameField(atLeaving, incoming, name);
  const declares = (name: string) => schema.declares?.(name) ?? true;
  const declared = mutation.writes(schema.key, pk, isTop, declares);
  const creates = mutation.creates(schema.key, pk, isTop);
  // A value in place of an unknown one is no evidence: the server may have had it all along.
  const isFirst = creates && !mutation.names(pk);
  const wasKnown = (name: string) => isFirst || Object.hasOwn(atLeaving ?? {}, name);
  const changed = (name: string) => wasKnown(name) && isNew(name);
  const isTarget = mutation.isTarget(schema.key, pk, isTop);
  const wrote = declared?.length ? declared : Object.keys(incoming).filter(isTarget ? isNew : changed);
  const isUntold =
    (isTarget || mutation.isOfTree(schema.key, declares)) && !schema.partOf && !mutation.isOfFile;
  // Nor is a value that another mutation wrote too; nor, if only the response shows what was written, one that a
  // message has brought: another client may have written it.
  const isRepeated = (name: string) =>
    overlap?.notes.some(
      note =>
        note.landed > left &&
        (note.wrote ? note.wrote.includes(name) : wrote !== declared && note.left === note.landed) &&
        sameField(note.brought, incoming, name),
    );
  // Nor is any, if a failed mutation may have written the same.
  const isUnclear = latestPossible(schema.key, pk, incoming) > 0;
  const fresh = wrote.filter(
    name => !isUnclear && Object.hasOwn(incoming, name) && changed(name) && !isRepeated(name),
  );
  // A creation over another record may set more than its body, such as the parent in its path.
  const allFields = creates && isTop && atLeaving ? Object.keys(incoming) : undefined;
  const sentNames = mutation.sent(schema.key, pk, isTop, declares, allFields);
  const resent = sentNames.filter(name => !wrote.includes(name));
  const computed = wrote.filter(name => mutation.isComputed(name, incoming[name]));
  return {
    // Before the spread: fields added after it would give each note a hidden class of its own.
    wrote,
    atLeaving,
    fresh,
    freshSince: Math.min(left, beforeSince),
    ...read,
    ...(wrote !== declared && { isGuessed: true as const, ...(isUntold && { isUntold }) }),
    ...(computed.length > 0 && { computed }),
    ...(resent.length > 0 && { resent }),
    ...(creates && { creates: true as const }),
  };
}

/** Whether a record is new since a number under which a request in flight left. */
export function hasCome(overlaps: Overlaps, { kind, pk }: RecordRef, since: number): boolean {
  return getValue(overlaps[kind], pk)?.notes.find(({ landed }) => landed > since)?.before === null;
}

/** Whether two versions of a record agree in a field: the same value, or none in either. */
export function sameField(row: EntityRow | null, incoming: EntityRow, name: string): boolean {
  if (row === null || !Object.hasOwn(row, name)) return !Object.hasOwn(incoming, name);
  return sameValue(row[name], incoming[name]);
}
