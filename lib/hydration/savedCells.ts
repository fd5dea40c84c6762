import { isPlainObject } from '../plain/isPlainObject';
import { sameValue } from '../plain/sameValue';
import { withoutUndefined } from '../plain/withoutUndefined';
import type { Cell } from '../tables/Table';
import type { Freshness } from '../types/Freshness';

/** Whether a saved cell holds a record: fields, or a list's results, and time stamps. */
export function isStoredRecord(cell: unknown): boolean {
  if (!isPlainObject(cell) || typeof cell.value !== 'object' || cell.value === null) return false;
  if (!isStamped(cell.meta)) return false;
  return isText(cell.meta.createdAs) && isText(cell.meta.keeper);
}

/**
 * Whether a saved cell is of a request that did not fail: it has a result, or it was expired or invalidated.
 */
export function isStoredResponse(cell: unknown): boolean {
  if (!isPlainObject(cell) || !isStamped(cell.meta) || cell.meta.error !== undefined) return false;
  return cell.value !== undefined || cell.meta.expiresAt === 0;
}

function isStamped(meta: unknown): meta is Readonly<Record<string, unknown>> {
  return isPlainObject(meta) && [meta.fetchedAt, meta.date, meta.expiresAt].every(Number.isFinite);
}

function isText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

/**
 * A cell of another store, with times by this store's clock and without the other's numbers: whatever this store
 * fetches itself is later.
 *
 * Times in the future come from the other clock. They count as now, and the data lasts as long as it would have. What
 * was invalid there is invalid here until this store has fetched it.
 *
 * @param order the latest number of this store
 * @param ahead how far, at least, the other clock is ahead of this one
 */
export function onOurClock<V, M extends Freshness>(
  cell: Cell<V, M>,
  now: number,
  order: number,
  ahead: number,
): Cell<V, M> {
  const {
    left: _left,
    landed: _landed,
    listed: _listed,
    fields: _fields,
    expired: _expired,
    invalidated,
    ...stamps
  } = cell.meta as M & { listed?: unknown; fields?: unknown; expired?: unknown; invalidated?: number };
  const { fetchedAt, date, expiresAt } = cell.meta;
  const tooLate = ahead + Math.max(0, Math.max(fetchedAt, date) - ahead - now);
  const meta = {
    ...stamps,
    fetchedAt: Math.min(fetchedAt - ahead, now),
    date: Math.min(date - ahead, now),
    expiresAt: expiresAt && expiresAt - tooLate,
    ...withoutUndefined({ invalidated: invalidated && Math.min(invalidated, order) }),
  } as unknown as M;
  return { ...cell, meta };
}

/**
 * Whether a cell of another store replaces the one here: it was requested later. What this store fetched itself is
 * later than everything requested before it landed, however late that arrives.
 *
 * @param isShown whether a page already shows the other cell
 */
export function isLater(
  cell: Cell<unknown, Freshness>,
  stored: Cell<unknown, Freshness> | undefined,
  isShown: boolean,
): boolean {
  if (stored === undefined) return true;
  const { fetchedAt } = cell.meta;
  const isOwn = stored.meta.landed !== undefined;
  const storedAt = isOwn ? stored.meta.date : stored.meta.fetchedAt;
  if (fetchedAt !== storedAt) return fetchedAt > storedAt;
  if (!isOwn && cell.meta.date !== stored.meta.date) return cell.meta.date > stored.meta.date;
  // A server may render two versions in one millisecond; a saved copy of that age may be from before a mutation.
  return isShown && !sameValue(cell.value, stored.value);
}
