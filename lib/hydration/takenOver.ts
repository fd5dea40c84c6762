import { sameValue } from '../plain/sameValue';
import type { Cell } from '../tables/Table';
import type { Freshness } from '../types/Freshness';

/**
 * A cell of another store, on the clock of this one and without the other's numbers:
 * whatever this store requests itself is later.
 *
 * A time in the future can only be the other clock's. It counts as now, for as
 * long as the data lasts.
 */
export function onOurClock<V, M extends Freshness>(cell: Cell<V, M>, now: number): Cell<V, M> {
  const { left: _left, landed: _landed, fields: _fields, ...stamps } = cell.meta as M & { fields?: unknown };
  const { fetchedAt, date, expiresAt } = cell.meta;
  const ahead = Math.max(fetchedAt, date) - now;
  const meta = { ...stamps, fetchedAt: Math.min(fetchedAt, now), date: Math.min(date, now) } as unknown as M;
  return { ...cell, meta: ahead > 0 ? { ...meta, expiresAt: expiresAt - ahead } : meta };
}

/** Whether a cell of another store says more than the one that is here: it is from a later response. */
export function isNews(
  cell: Cell<unknown, Freshness>,
  stored: Cell<unknown, Freshness> | undefined,
): boolean {
  if (stored === undefined) return true;
  if (cell.meta.date !== stored.meta.date) return cell.meta.date > stored.meta.date;
  return !sameValue(cell.value, stored.value);
}
