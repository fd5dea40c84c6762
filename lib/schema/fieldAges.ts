import type { Freshness } from '../types/Freshness';
import type { EntityRow, FieldAge, RecordMeta } from '../types/State';

/** Older than anything. */
const NEVER = Number.NEGATIVE_INFINITY;

/** Whether data was asked for earlier than what is stored. */
export function isOlder(incoming: Freshness, existing: Freshness): boolean {
  return incoming.fetchedAt < existing.fetchedAt;
}

/**
 * The fields of a response that no later one has brought already; the same object
 * when these are all.
 *
 * | of two answers | the field is that of |
 * |---|---|
 * | to two reads | the read that left later |
 * | to two mutations that overlapped | the mutation that left later: a server does things in that order |
 * | to a mutation and a read that left before it was answered | the mutation, if it wrote the field; else as between two reads |
 */
export function newsIn(
  existingMeta: RecordMeta,
  incomingMeta: Freshness,
  existing: EntityRow,
  incoming: EntityRow,
): EntityRow {
  if (isSimplyNewer(existingMeta, incomingMeta)) return incoming;
  const names = Object.keys(incoming);
  const news = names.filter(name => isNews(name, existingMeta, incomingMeta, existing));
  if (news.length === names.length) return incoming;
  return Object.fromEntries(news.map(name => [name, incoming[name]]));
}

/** Time stamps of a record after a response has met it: those of the later request, and the fields that differ. */
export function mergeStamps(
  existingMeta: RecordMeta,
  incomingMeta: Freshness,
  existing: EntityRow,
  incoming: EntityRow,
): RecordMeta {
  if (isSimplyNewer(existingMeta, incomingMeta) && hasAllOf(existing, incoming)) return incomingMeta;
  const later = isOlder(incomingMeta, existingMeta) ? existingMeta : incomingMeta;
  const { fetchedAt, date, expiresAt } = later;
  const { createdAs } = existingMeta;
  const sentAt = latest(existingMeta.sentAt, incomingMeta.sentAt);
  const ages = new Map(Object.keys(existing).map(name => [name, storedAge(name, existingMeta, existing)]));
  for (const name of Object.keys(incoming)) {
    if (!isNews(name, existingMeta, incomingMeta, existing)) continue;
    ages.set(name, incomingAge(name, existingMeta, incomingMeta));
  }
  const others = [...ages].filter(([, age]) => age !== fetchedAt);
  const fields = others.length === 0 ? undefined : Object.fromEntries(others);
  const isUsual = later === incomingMeta && fields === undefined && createdAs === undefined;
  if (isUsual && sentAt === incomingMeta.sentAt) return incomingMeta;
  return withKnown({ fetchedAt, date, expiresAt }, { sentAt, createdAs, fields });
}

/** The usual case, told without looking at any field: a later read of what only reads have brought. */
function isSimplyNewer(existing: RecordMeta, incoming: Freshness): boolean {
  const { fields, sentAt, createdAs } = existing;
  const isPlain = fields === undefined && sentAt === undefined && createdAs === undefined;
  return isPlain && incoming.sentAt === undefined && !isOlder(incoming, existing);
}

function hasAllOf(existing: EntityRow, incoming: EntityRow): boolean {
  for (const name in existing) if (!Object.hasOwn(incoming, name)) return false;
  return true;
}

function isNews(
  name: string,
  existingMeta: RecordMeta,
  incomingMeta: Freshness,
  existing: EntityRow,
): boolean {
  const stored = storedAge(name, existingMeta, existing);
  const incoming = incomingAge(name, existingMeta, incomingMeta);
  const isFromMutation = incomingMeta.sentAt !== undefined;
  return isFromMutation && typeof stored !== 'number'
    ? incomingMeta.sentAt >= stored[1]
    : answered(incoming) >= answered(stored);
}

/** The moment from which a stored field is. */
function storedAge(name: string, meta: RecordMeta, existing: EntityRow): FieldAge {
  if (!Object.hasOwn(existing, name)) return NEVER;
  const { fields } = meta;
  // A record may have a field called `constructor`, which every object has.
  return fields !== undefined && Object.hasOwn(fields, name) ? (fields[name] as FieldAge) : meta.fetchedAt;
}

/**
 * The moment from which an incoming field is.
 *
 * What a mutation wrote is as young as its answer: a read that left in between may
 * not have seen it. Not so once a later mutation has been answered.
 */
function incomingAge(name: string, existingMeta: RecordMeta, incomingMeta: Freshness): FieldAge {
  const { fetchedAt, sentAt, date, writes } = incomingMeta;
  if (sentAt === undefined || (existingMeta.sentAt ?? NEVER) > sentAt) return fetchedAt;
  return writes === undefined || writes.includes(name) ? [date, sentAt] : fetchedAt;
}

function answered(age: FieldAge): number {
  return typeof age === 'number' ? age : age[0];
}

function latest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}

/** Parts that are not known are left out: state is plain JSON. */
function withKnown(stamps: Freshness, extras: Readonly<Record<string, unknown>>): RecordMeta {
  const known = Object.entries(extras).filter(([, extra]) => extra !== undefined);
  return { ...stamps, ...Object.fromEntries(known) };
}
