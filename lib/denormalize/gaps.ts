import { warnOnce } from '../plain/warnOnce';
import { getCell, getValue } from '../tables/getCell';
import type { Readable, RecordRef } from '../types/State';
import { eachRecord, someRecord } from './dependenciesOf';
import { isAbsent, type NumberedTables } from './isCurrent';
import { Memo } from './Memo';

/** A record that a list leaves out although it was not deleted. */
export interface Gap extends RecordRef {
  /** Names the list, at the start of a sentence. */
  readonly list: string;
  /** The deleted record that it requires; `undefined` if the record itself was never received. */
  readonly requires: RecordRef | undefined;
}

/** How many readers are checked for a gap before it is forgotten. */
const MAX_LOOKS = 100;

/** Gaps that a walk found and that no reader is known to show yet; one of each kind and reason is enough. */
const pendingGaps = new Map<string, { readonly gap: Gap; readonly number: number; looks: number }>();

/** How many elements of each kind one reading has checked: the rest are left out for the same reasons. */
const lastRead = { number: 0, at: new Map<unknown, number>() };

/** The causes already warned about. */
const warned = new Set<string>();

function causeOf({ kind, requires }: Gap): string {
  return requires === undefined ? `absent ${kind}` : `requires ${kind} ${requires.kind}`;
}

/**
 * Notes, in development, that a list leaves out an element that it holds.
 *
 * Leaving out deleted records is what a list should do: that is no gap.
 *
 * @param dependencies of the element
 * @param list names the list, at the start of a sentence
 */
export function noteGap(dependencies: readonly unknown[], tables: NumberedTables, list: string): void {
  const [schema] = dependencies;
  if (lastRead.number !== tables.number) Object.assign(lastRead, { number: tables.number, at: new Map() });
  const looks = lastRead.at.get(schema) ?? 0;
  if (looks > MAX_LOOKS) return;
  lastRead.at.set(schema, looks + 1);
  const records: RecordRef[] = [];
  eachRecord(new Memo(undefined, dependencies, 0, true), (kind, pk) => records.push({ kind, pk }));
  const [element] = records;
  if (element === undefined) return;
  const { kind, pk } = element;
  const isStored = getValue(tables.entities[kind], pk) !== undefined;
  const requires = isStored
    ? records.find(record => getCell(tables.deleted[record.kind], record.pk) !== undefined)
    : undefined;
  // A part of another record is deleted with it.
  const { isPart = false } = (schema ?? {}) as { readonly isPart?: boolean };
  if (requires !== undefined && isPart) return;
  const absent =
    requires === undefined ? records.find(record => isAbsent(record.kind, record.pk, tables)) : undefined;
  if (requires === undefined && (absent === undefined || (!isStored && absent !== element))) return;
  const gap = { ...(absent ?? element), list, requires };
  const cause = causeOf(gap);
  const { number } = tables;
  // Keep the first gap of the latest reading.
  if (!warned.has(cause) && pendingGaps.get(cause)?.number !== number)
    pendingGaps.set(cause, { gap, number, looks: 0 });
}

/** The noted gaps in a value that a reader shows; each is returned only once. */
export function takeGaps(memo: Memo, tables: Readable): readonly Gap[] {
  const gaps: Gap[] = [];
  for (const [cause, candidate] of pendingGaps) {
    const isShown = isGapIn(candidate.gap, memo, tables);
    if (isShown) gaps.push(candidate.gap);
    if (isShown || ++candidate.looks > MAX_LOOKS) pendingGaps.delete(cause);
  }
  return gaps;
}

/** Whether a value still leaves out the record. */
export function isGapIn({ kind, pk, requires }: Gap, memo: Memo, tables: Readable): boolean {
  const isReason =
    requires === undefined
      ? isAbsent(kind, pk, tables)
      : getCell(tables.deleted[requires.kind], requires.pk) !== undefined;
  return (
    isReason &&
    someRecord(
      memo,
      (recordKind, recordPk, isThere) =>
        recordKind === kind && recordPk === pk && !(isThere && requires === undefined),
    )
  );
}

/**
 * Warns what a list leaves out, and why: once for each kind of record and reason.
 *
 * @param where names what shows the list
 */
export function warnOfGap(gap: Gap, where: string): void {
  const { kind, pk, list, requires } = gap;
  warned.add(causeOf(gap));
  const start = `${list} leaves out ${kind} ${pk}${where}`;
  if (requires === undefined) {
    warnOnce(
      causeOf(gap),
      `${start}: only its key has come, and no response has brought the record. ` +
        'Fetch it as well, or let the server send it in the list.',
    );
    return;
  }
  warnOnce(
    causeOf(gap),
    `${start}: it refers to ${requires.kind} ${requires.pk}, which was deleted. ` +
      `Remove the default of the field in ${kind} if a record must be shown without it.`,
  );
}
