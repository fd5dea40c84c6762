import { sameValue } from '../plain/sameValue';
import type { Cell } from '../tables/Table';
import type { FieldAge, RecordMeta } from '../types/State';

/**
 * A cell of another store, on the clock of this one.
 *
 * A time to come can only be the other clock's: left as it is, whatever is fetched
 * here until then would count as older. So it counts as of now, as long as it lasts.
 */
export function onOurClock<V, M extends RecordMeta>(cell: Cell<V, M>, now: number): Cell<V, M> {
  const { fetchedAt, sentAt = fetchedAt, date, expiresAt, fields } = cell.meta;
  const ahead = Math.max(fetchedAt, sentAt, date) - now;
  if (!(ahead > 0) && !Object.values(fields ?? {}).some(age => isAhead(age, now))) return cell;
  const meta = {
    ...cell.meta,
    fetchedAt: Math.min(fetchedAt, now),
    date: Math.min(date, now),
    expiresAt: expiresAt - Math.max(ahead, 0),
    ...(cell.meta.sentAt !== undefined && { sentAt: Math.min(sentAt, now) }),
    ...(fields && { fields: mapped(fields, age => atMost(age, now)) }),
  };
  return { ...cell, meta };
}

/** Whether a cell of another store says more than the one that is here; of two from one moment the later answer does. */
export function isNews(
  cell: Cell<unknown, RecordMeta>,
  stored: Cell<unknown, RecordMeta> | undefined,
): boolean {
  if (stored === undefined) return true;
  const { fetchedAt, date } = stored.meta;
  if (cell.meta.fetchedAt !== fetchedAt) return cell.meta.fetchedAt > fetchedAt;
  if (cell.meta.date !== date) return cell.meta.date > date;
  return !sameValue(cell.value, stored.value);
}

function isAhead(age: FieldAge, now: number): boolean {
  return typeof age === 'number' ? age > now : age.some(time => time > now);
}

function atMost(age: FieldAge, now: number): FieldAge {
  return typeof age === 'number' ? Math.min(age, now) : [Math.min(age[0], now), Math.min(age[1], now)];
}

function mapped<T>(
  values: Readonly<Record<string, T>>,
  change: (value: T) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
