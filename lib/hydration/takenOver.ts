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

/**
 * Whether a cell of another store says more than the one that is here: it is from a later response.
 *
 * @param isShown whether a page shows the other one already: then what a person has changed on it since is later
 * than what the server had fetched, however late that arrives
 */
export function isNews(
  cell: Cell<unknown, Freshness>,
  stored: Cell<unknown, Freshness> | undefined,
  isShown: boolean,
): boolean {
  if (stored === undefined) return true;
  if (isShown && cell.meta.fetchedAt !== stored.meta.fetchedAt) {
    return cell.meta.fetchedAt > stored.meta.fetchedAt;
  }
  if (cell.meta.date !== stored.meta.date) return cell.meta.date > stored.meta.date;
  return !sameValue(cell.value, stored.value);
}
