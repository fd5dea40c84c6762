import type { RequestEntry } from '../actions/setResponse';
import { withoutUndefined } from '../plain/withoutUndefined';
import { deleteCell } from '../tables/deleteCell';
import { getValue } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import type { DataState, InFlight } from '../types/State';

type Inflight = Pick<DataState, 'inflight' | 'mutating'>;

/** Adds a request to those in flight; adding it twice has no effect. */
export function begun(
  { inflight, mutating }: Inflight,
  key: string,
  request: InFlight,
  owner: Owner,
): Inflight {
  const requests = getValue(inflight, key) ?? [];
  if (requests.some(({ requestId }) => requestId === request.requestId)) return { inflight, mutating };
  return {
    inflight: putCell(inflight, key, { value: [...requests, request], meta: null }, owner),
    mutating: request.mutation ? mutating + 1 : mutating,
  };
}

/** Removes a request that has ended. */
export function ended(
  { inflight, mutating }: Inflight,
  requestId: string | undefined,
  owner: Owner,
): Inflight {
  const found = inFlight({ inflight }, requestId);
  if (found === undefined) return { inflight, mutating };
  const rest = (getValue(inflight, found.key) ?? []).filter(request => request !== found.request);
  return {
    inflight:
      rest.length === 0
        ? deleteCell(inflight, found.key, owner)
        : putCell(inflight, found.key, { value: rest, meta: null }, owner),
    mutating: found.request.mutation ? Math.max(0, mutating - 1) : mutating,
  };
}

/** Finds a request in flight by its id: it may end under another key than it began under. */
export function inFlight(
  { inflight }: Pick<DataState, 'inflight'>,
  requestId: string | undefined,
): { readonly key: string; readonly request: InFlight } | undefined {
  let found: { readonly key: string; readonly request: InFlight } | undefined;
  // Data without a request has none.
  if (requestId === undefined) return found;
  forEachRequest(inflight, (key, request) => {
    if (request.requestId === requestId) found = { key, request };
  });
  return found;
}

/** Visits all requests in flight. */
export function forEachRequest(
  inflight: DataState['inflight'],
  visit: (key: string, request: InFlight) => void,
): void {
  forEachCell(inflight, (key, { value = [] }) => {
    for (const request of value) visit(key, request);
  });
}

/** The entry of each request in flight, by its id; that of a read holds only its key. */
export function entriesInFlight({
  inflight,
  optimistic,
}: Pick<DataState, 'inflight' | 'optimistic'>): ReadonlyMap<string, RequestEntry> {
  const entries = new Map<string, RequestEntry>(optimistic.map(update => [update.requestId, update]));
  forEachRequest(inflight, (key, request) => {
    const { requestId, endpointName = '', args, plainArgs } = request;
    if (!entries.has(requestId))
      entries.set(requestId, withoutUndefined({ key, endpointName, args, plainArgs }));
  });
  return entries;
}

/** The lowest `began` of the requests in flight that are not left out; `Infinity` for none. */
export function horizonWithout(
  { inflight }: Pick<DataState, 'inflight'>,
  isLeftOut: (request: InFlight) => unknown,
): number {
  let horizon = Infinity;
  forEachRequest(inflight, (_key, request) => {
    if (!isLeftOut(request)) horizon = Math.min(horizon, request.began);
  });
  return horizon;
}
