import { sameValue } from '../plain/sameValue';
import type { Freshness } from '../types/Freshness';
import type { EntityRow, RecordMeta } from '../types/State';

/**
 * `merged`, or `existing` itself where the two have the same content.
 *
 * Nested values that did not change stay the same objects.
 */
export function keepIdentity(existing: EntityRow, merged: EntityRow): EntityRow {
  const names = Object.keys(merged);
  let same = names.length === Object.keys(existing).length;
  let kept: Record<string, unknown> | undefined;
  for (const name of names) {
    const before = existing[name];
    const after = merged[name];
    if (Object.is(before, after) && Object.hasOwn(existing, name)) continue;
    if (Object.hasOwn(existing, name) && sameValue(before, after)) {
      kept ??= { ...merged };
      kept[name] = before;
    } else same = false;
  }
  return same ? existing : (kept ?? merged);
}

/** When the stored value of one field was asked for. */
function fieldFetchedAt(meta: RecordMeta, existing: EntityRow, name: string): number {
  if (!Object.hasOwn(existing, name)) return Number.NEGATIVE_INFINITY;
  return meta.fields?.[name] ?? meta.fetchedAt;
}

/** The fields of a late response that are still news: those that no later request has brought. */
export function newsIn(
  existingMeta: RecordMeta,
  incomingMeta: Freshness,
  existing: EntityRow,
  incoming: EntityRow,
): EntityRow {
  const news = Object.entries(incoming).filter(
    ([name]) => fieldFetchedAt(existingMeta, existing, name) < incomingMeta.fetchedAt,
  );
  return Object.fromEntries(news);
}

/**
 * Time stamps of a record after a response has met it.
 *
 * The record carries the stamps of the latest request; fields that only earlier
 * requests brought are listed beside with theirs.
 */
export function mergeStamps(
  existingMeta: RecordMeta,
  incomingMeta: Freshness,
  existing: EntityRow,
  incoming: EntityRow,
): RecordMeta {
  if (incomingMeta.fetchedAt === existingMeta.fetchedAt && existingMeta.fields === undefined) {
    return incomingMeta.expiresAt >= existingMeta.expiresAt ? incomingMeta : existingMeta;
  }
  const isLate = incomingMeta.fetchedAt < existingMeta.fetchedAt;
  const fields = isLate
    ? fieldsAfterLate(existingMeta, incomingMeta, existing, incoming)
    : fieldsAfterNewer(existingMeta, existing, incoming);
  if (isLate && fields === existingMeta.fields) return existingMeta;
  const { fetchedAt, date, expiresAt } = isLate ? existingMeta : incomingMeta;
  if (fields === undefined) return isLate ? existingMeta : incomingMeta;
  return { fetchedAt, date, expiresAt, fields };
}

type FieldStamps = Readonly<Record<string, number>> | undefined;

function fieldsAfterNewer(existingMeta: RecordMeta, existing: EntityRow, incoming: EntityRow): FieldStamps {
  const older = Object.keys(existing).filter(name => !Object.hasOwn(incoming, name));
  if (older.length === 0) return undefined;
  return Object.fromEntries(older.map(name => [name, fieldFetchedAt(existingMeta, existing, name)]));
}

function fieldsAfterLate(
  existingMeta: RecordMeta,
  incomingMeta: Freshness,
  existing: EntityRow,
  incoming: EntityRow,
): FieldStamps {
  const news = Object.keys(newsIn(existingMeta, incomingMeta, existing, incoming));
  if (news.length === 0) return existingMeta.fields;
  return { ...existingMeta.fields, ...Object.fromEntries(news.map(name => [name, incomingMeta.fetchedAt])) };
}
