import type { Freshness } from '../types/Freshness';
import type { EntityRow, RecordMeta } from '../types/State';

/**
 * Whether data is older than what is stored.
 *
 * Two mutations that overlapped are told apart by when they left: a server does
 * what it is asked in that order, though its answers may arrive in any.
 */
export function isOlder(incoming: Freshness, existing: Freshness): boolean {
  if (incoming.sentAt !== undefined && existing.sentAt !== undefined)
    return incoming.sentAt < existing.sentAt;
  return incoming.fetchedAt < existing.fetchedAt;
}

/** The fields of a late response that are still news: those that no later request has brought. */
export function newsIn(
  existingMeta: RecordMeta,
  incomingMeta: Freshness,
  existing: EntityRow,
  incoming: EntityRow,
): EntityRow {
  const stamp = lateStamp(existingMeta, incomingMeta);
  const news = Object.entries(incoming).filter(
    ([name]) => fieldFetchedAt(existingMeta, existing, name) < stamp,
  );
  return Object.fromEntries(news);
}

/** Time stamps of a record after a response has met it. */
export function mergeStamps(
  existingMeta: RecordMeta,
  incomingMeta: Freshness,
  existing: EntityRow,
  incoming: EntityRow,
): RecordMeta {
  const isLate = isOlder(incomingMeta, existingMeta);
  const fields = isLate
    ? fieldsAfterLate(existingMeta, incomingMeta, existing, incoming)
    : fieldsAfterNewer(existingMeta, incomingMeta, existing, incoming);
  if (isLate && fields === existingMeta.fields) return existingMeta;
  const { createdAs, sentAt: sentBefore } = existingMeta;
  const { fetchedAt, sentAt = sentBefore, date, expiresAt } = isLate ? existingMeta : incomingMeta;
  const extras = { sentAt, createdAs, fields };
  const isPlain = Object.values(extras).every(extra => extra === undefined);
  return isPlain ? incomingMeta : withKnown({ fetchedAt, date, expiresAt }, extras);
}

const NEVER = Number.NEGATIVE_INFINITY;

/** When the stored value of one field was asked for. */
function fieldFetchedAt(meta: RecordMeta, existing: EntityRow, name: string): number {
  return Object.hasOwn(existing, name) ? (meta.fields?.[name] ?? meta.fetchedAt) : NEVER;
}

/** The moment that late data counts for: never after that of the record, though its answer arrived later. */
function lateStamp(existingMeta: RecordMeta, incomingMeta: Freshness): number {
  return Math.min(existingMeta.fetchedAt, incomingMeta.fetchedAt);
}

type FieldStamps = Readonly<Record<string, number>> | undefined;

/** The fields that only earlier requests brought. */
function fieldsAfterNewer(
  existingMeta: RecordMeta,
  incomingMeta: Freshness,
  existing: EntityRow,
  incoming: EntityRow,
): FieldStamps {
  const older = Object.keys(existing)
    .filter(name => !Object.hasOwn(incoming, name))
    .map(name => [name, fieldFetchedAt(existingMeta, existing, name)] as const)
    .filter(([, fetchedAt]) => fetchedAt < incomingMeta.fetchedAt);
  return older.length === 0 ? undefined : Object.fromEntries(older);
}

/** The same, with those that a late response has just filled in. */
function fieldsAfterLate(
  existingMeta: RecordMeta,
  incomingMeta: Freshness,
  existing: EntityRow,
  incoming: EntityRow,
): FieldStamps {
  const stamp = lateStamp(existingMeta, incomingMeta);
  const news = Object.keys(newsIn(existingMeta, incomingMeta, existing, incoming));
  const filled = news.filter(name => stamp < existingMeta.fetchedAt && existingMeta.fields?.[name] !== stamp);
  if (filled.length === 0) return existingMeta.fields;
  return { ...existingMeta.fields, ...Object.fromEntries(filled.map(name => [name, stamp])) };
}

/** Parts that are not known are left out: state is plain JSON. */
function withKnown<T extends object>(stamps: Freshness, extras: T): RecordMeta {
  const known = Object.entries(extras).filter(([, extra]) => extra !== undefined);
  return { ...stamps, ...Object.fromEntries(known) };
}
