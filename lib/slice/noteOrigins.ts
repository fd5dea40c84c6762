import { actionTypes } from '../actions/actionTypes';
import { argsOf, endpointOf } from '../actions/endpointOf';
import { type FetchMeta, fetch } from '../actions/fetch';
import {
  type NotedRequest,
  notedRequests,
  type Origin,
  type RowOrigins,
  rowOrigins,
} from '../actions/origins';
import { set } from '../actions/set';
import { type SetResponseAction, setResponse } from '../actions/setResponse';
import { diffTables } from '../tables/diffTables';
import { getCell, getValue } from '../tables/getCell';
import type { DataState, Row } from '../types/State';
import { inFlight } from './inflight';

/** The `meta` of the `rdc/fetch` of a request, by its entry in `inflight`. */
const metas = new WeakMap<object, FetchMeta>();

/** The `meta` of a request in flight; `undefined` if it was not noted. */
export function metaInFlight(
  state: DataState | undefined,
  requestId: string | undefined,
): FetchMeta | undefined {
  const entry = state && inFlight(state, requestId)?.request;
  return entry && metas.get(entry);
}

/**
 * In development, notes which fields of which records an action brought, for `explain`.
 *
 * Takes time in proportion to what changed. Notes are garbage-collected with their rows and cells.
 */
export function noteOrigins(action: object, before: DataState, after: DataState): void {
  if (before === after) return;
  if (fetch.match(action)) {
    const entry = inFlight(after, action.meta.requestId)?.request;
    if (entry !== undefined) metas.set(entry, action.meta);
    return;
  }
  noteRequests(action, before, after);
  const origin = originOfAction(action, before, after);
  // Shared by all new rows.
  const newRowOrigins: RowOrigins = { base: origin };
  for (const [kind, pks] of Object.entries(after.changed.entities)) {
    const [tableBefore, tableAfter] = [before.entities[kind], after.entities[kind]];
    const note = (old: Row | undefined, row: Row | undefined) => {
      if (row !== undefined && row !== old)
        rowOrigins.set(row, old === undefined ? newRowOrigins : mergedOrigins(old, row, origin));
    };
    if (pks === true) diffTables(tableBefore, tableAfter, (_pk, old, cell) => note(old?.value, cell?.value));
    else for (const pk of pks) note(getValue(tableBefore, pk), getValue(tableAfter, pk));
  }
}

function mergedOrigins(before: object, after: object, origin: Origin | undefined): RowOrigins {
  const existing = rowOrigins.get(before);
  if (Array.isArray(after) || origin === undefined) return { base: origin };
  const [oldRow, newRow] = [before, after] as Readonly<Record<string, unknown>>[];
  const fields: Record<string, Origin> = { ...existing?.fields };
  for (const name in newRow) if (oldRow?.[name] !== newRow[name]) fields[name] = origin;
  return { base: existing?.base, fields };
}

function originOfAction(action: object, before: DataState, after: DataState): Origin | undefined {
  if (setResponse.match(action)) {
    const { requestId, fetchedAt, date, left, landed = after.order } = action.meta;
    const by = requestId === undefined ? fromElsewhere(action.meta) : metaInFlight(before, requestId)?.by;
    const { key, endpointName: name } = action;
    return { number: left ?? landed, by, name, key, requestId, args: argsOf(action), fetchedAt, date };
  }
  if (set.match(action)) {
    const { fetchedAt, date, left = after.order } = action.meta;
    const by = fromElsewhere(action.meta);
    const none = { key: undefined, requestId: undefined };
    return {
      number: left,
      by,
      name: action.schemaName,
      ...none,
      args: argsOf(action as never),
      fetchedAt,
      date,
    };
  }
  const { type, date } = action as { readonly type?: string; readonly date?: number };
  if (type !== actionTypes.HYDRATE || date === undefined) return undefined;
  const none = { key: undefined, requestId: undefined, args: [] };
  return { number: 0, by: 'hydrate', name: 'hydrate', ...none, fetchedAt: date, date };
}

/** Managers batch notifications; the controller does not. */
function fromElsewhere(meta: object): Origin['by'] {
  return 'RTK_autoBatch' in meta ? 'stream' : 'set';
}

function noteRequests(action: object, before: DataState, after: DataState) {
  const { requests } = after.changed;
  const keys = requests === true ? (setResponse.match(action) ? [action.key] : []) : requests;
  for (const key of keys) {
    const [old, cell] = [getCell(before.endpoints, key), getCell(after.endpoints, key)];
    if (cell === undefined || cell === old) continue;
    const isOwn = setResponse.match(action) && action.key === key;
    const request = isOwn ? requestOf(action) : old && notedRequests.get(old);
    if (request !== undefined) notedRequests.set(cell, request);
  }
}

function requestOf(action: SetResponseAction): NotedRequest | undefined {
  try {
    return { endpoint: endpointOf(action), args: argsOf(action) };
  } catch {
    // The definition is not loaded, which the reducer has reported.
    return undefined;
  }
}
