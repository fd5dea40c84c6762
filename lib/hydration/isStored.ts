import { isPlainObject } from '../plain/isPlainObject';

/** Whether a cell that was kept elsewhere holds a record: fields, or a list's results, and time stamps. */
export function isStoredRecord(cell: unknown): boolean {
  if (!isPlainObject(cell) || typeof cell.value !== 'object' || cell.value === null) return false;
  if (!isStamped(cell.meta)) return false;
  return isText(cell.meta.createdAs) && isText(cell.meta.keeper);
}

/** Whether a cell that was kept elsewhere holds the result of a request that did not fail. */
export function isStoredResponse(cell: unknown): boolean {
  if (!isPlainObject(cell) || cell.value === undefined) return false;
  return isStamped(cell.meta) && cell.meta.error === undefined;
}

function isStamped(meta: unknown): meta is Readonly<Record<string, unknown>> {
  return isPlainObject(meta) && [meta.fetchedAt, meta.date, meta.expiresAt].every(Number.isFinite);
}

function isText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}
