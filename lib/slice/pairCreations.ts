import { sorted } from '../errors/jsonOf';
import type { Created } from '../overlap/creations';
import { getOrCreate } from '../plain/getOrCreate';
import { isObject } from '../plain/isObject';
import type { EntityRow } from '../types/State';

/** A record of a response. */
export interface ReceivedRecord {
  readonly pk: string;
  readonly row: EntityRow;
  /** Whether it was not stored before the request. */
  readonly isNew: boolean;
}

/** A creation, and the key that its record got. */
type Pair = readonly [created: Created, pk: string];

/** How a field is compared: exactly, or else trimmed and in lower case. */
type Form = (value: unknown) => string;
type Field = readonly [name: string, form: Form];
// A server may return the fields of an object in another order.
const textOf: Form = value => (isObject(value) ? JSON.stringify(value, sorted) : String(value));
const FORMS: readonly Form[] = [textOf, value => textOf(value).trim().toLowerCase()];

/**
 * Pairs several creations of one kind with the records of a response.
 *
 * A server may reorder the records, leave some out, add others, and change values. Fields that were sent with different
 * values tell them apart: those that came back with exactly these values, all together or the first that suffices; or
 * else texts of which any came back. If no such field came back, the order decides. If all came back with other values,
 * nothing is paired: without a key a waiting request is not sent, but with a wrong one it would reach another record.
 */
export function pairCreations(
  created: readonly Created[],
  received: readonly ReceivedRecord[],
): readonly Pair[] {
  const isLonger = received.length > created.length;
  const newRecords = received.filter(({ isNew }) => isNew);
  if (newRecords.length >= created.length && newRecords.length < received.length)
    return pairCreations(created, newRecords);
  const sent = created.map(one => one.sent ?? {});
  const rows = received.map(({ row }) => row);
  const [few, many] = isLonger ? [sent, rows] : [rows, sent];
  const names = [...new Set(sent.flatMap(Object.keys))].filter(name => isLonger || differs(sent, name));
  const returned = names.filter(name => rows.length === 1 || differs(rows, name));
  const comparableFields = (isSame: typeof isCovered): readonly Field[] =>
    returned.flatMap(name => {
      const form = FORMS.find(of =>
        isSame(
          few.map(row => of(row[name])),
          many.map(row => of(row[name])),
        ),
      );
      return form === undefined ? [] : [[name, form] as const];
    });
  const covered = comparableFields(isCovered);
  // A number set by the server may match what another record was sent with.
  const texts = comparableFields(isShared).filter(field => isText(field, sent));
  // The server may have given a record the value that another was sent with: a rank, say.
  const coveredTexts = covered.filter(field => isText(field, sent));
  const alternatives = [coveredTexts, ...coveredTexts.map(field => [field]), texts].filter(fields =>
    isUnique(fields, sent),
  );
  const attempts = covered.length > 0 ? [covered, ...alternatives] : texts.length > 0 ? [texts] : [];
  for (const fields of attempts) {
    const matches = matchCreations(created, rows, fields);
    const pairs = pairsOf(created, received, matches);
    const isEnough =
      covered.length > 0
        ? pairs.length === few.length
        : newRecords.length < sent.length || !isShifted(created, matches);
    if (isEnough && !isContradicted(created, rows, texts, matches)) return pairs;
  }
  const isInOrder =
    received.length === created.length ? returned.length === 0 : !isLonger && names.length === 0;
  return isInOrder && attempts.length === 0
    ? received.map(({ pk }, index) => [created[index] as Created, pk])
    : [];
}

/** Whether a field holds a text or an object, and not only numbers. */
function isText([name]: Field, sent: readonly EntityRow[]): boolean {
  return sent.some(
    ({ [name]: value }) => isObject(value) || (typeof value === 'string' && Number.isNaN(Number(value))),
  );
}

function isUnique(fields: readonly Field[], sent: readonly EntityRow[]): boolean {
  return new Set(sent.map(row => joined(row, fields))).size === sent.length;
}

/** Whether a row has a text that only another creation was sent with. */
function isContradicted(
  created: readonly Created[],
  rows: readonly EntityRow[],
  texts: readonly Field[],
  matches: readonly (Created | undefined)[],
): boolean {
  const sent = created.map(one => one.sent ?? {});
  return texts.some(field => {
    if (!isUnique([field], sent) || sent.some(row => isObject(row[field[0]]))) return false;
    const owners = new Map(created.map((one, index) => [joined(sent[index], [field]), one]));
    return rows.some(
      (row, index) =>
        matches[index] && (owners.get(joined(row, [field])) ?? matches[index]) !== matches[index],
    );
  });
}

function joined(row: EntityRow = {}, fields: readonly Field[]): string {
  return JSON.stringify(fields.map(([name, form]) => form(row[name])));
}

/** For each row, the creation with the same values in some fields; none where more rows than creations match. */
function matchCreations(
  created: readonly Created[],
  rows: readonly EntityRow[],
  fields: readonly Field[],
): readonly (Created | undefined)[] {
  const unmatched = new Map<string, Created[]>();
  const counts = new Map<string, number>();
  const texts = rows.map(row => joined(row, fields));
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  // In reverse, since each is popped from the end.
  for (const one of created.toReversed())
    getOrCreate(unmatched, joined(one.sent, fields), () => []).push(one);
  for (const [text, ones] of unmatched) if (ones.length < (counts.get(text) ?? 0)) unmatched.delete(text);
  return texts.map(text => unmatched.get(text)?.pop());
}

/** Whether all matches moved in one direction: the server may have given each the values of the next one. */
function isShifted(created: readonly Created[], matches: readonly (Created | undefined)[]): boolean {
  const places = new Map(created.map((one, index) => [one, index]));
  const moved = matches.flatMap((one, index) => (one ? (places.get(one) as number) - index : []));
  return moved.every(by => by > 0) || moved.every(by => by < 0);
}

function pairsOf(
  created: readonly Created[],
  received: readonly ReceivedRecord[],
  matches: readonly (Created | undefined)[],
): readonly Pair[] {
  const pairs = received.flatMap(({ pk }, index): readonly Pair[] => {
    const one = matches[index];
    return one ? [[one, pk]] : [];
  });
  const matched = new Set(matches);
  const [last, ...others] = created.filter(one => !matched.has(one));
  const [other, ...more] = received.filter((_, index) => !matches[index]);
  // The only pair that is left over.
  const isKnown = last && others.length === 0 && other?.isNew && more.length === 0;
  return isKnown ? [...pairs, [last, other.pk]] : pairs;
}

/** Whether any two records differ in a field. */
function differs(rows: readonly EntityRow[], name: string): boolean {
  return rows.some(row => textOf(row[name]) !== textOf(rows[0]?.[name]));
}

/** Whether each of `few` has a match of its own in `many`. */
function isCovered(few: readonly string[], many: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const text of many) counts.set(text, (counts.get(text) ?? 0) + 1);
  return few.every(text => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count > 0;
  });
}

function isShared(few: readonly string[], many: readonly string[]): boolean {
  const matched = new Set(many);
  return few.some(text => matched.has(text));
}
