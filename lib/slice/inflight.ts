import { deleteCell } from '../tables/deleteCell';
import { getCell } from '../tables/getCell';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import type { DataState } from '../types/State';

type Inflight = DataState['inflight'];

/** Requests under way, with one more. */
export function begun(
  inflight: Inflight,
  key: string,
  requestId: string,
  fetchedAt: number,
  owner: Owner,
): Inflight {
  const ids = getCell(inflight, key)?.value ?? [];
  return putCell(inflight, key, { value: [...ids, requestId], meta: fetchedAt }, owner);
}

/** Requests under way, without one that has ended. */
export function ended(
  inflight: Inflight,
  key: string,
  requestId: string | undefined,
  owner: Owner,
): Inflight {
  const cell = getCell(inflight, key);
  if (cell?.value === undefined || requestId === undefined) return inflight;
  const rest = cell.value.filter(id => id !== requestId);
  if (rest.length === cell.value.length) return inflight;
  if (rest.length === 0) return deleteCell(inflight, key, owner);
  return putCell(inflight, key, { value: rest, meta: cell.meta }, owner);
}
