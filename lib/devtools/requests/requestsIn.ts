import type { Entry } from '../recording/Entry';
import { resetAfter, resetsIn } from '../recording/resets';

/** One request, as the log tells it. Times are milliseconds since the Unix epoch. */
export interface RecordedRequest {
  readonly requestId: string;
  readonly endpointName: string;
  readonly key: string;
  readonly args: readonly unknown[];
  readonly request: Entry | undefined;
  readonly response: Entry | undefined;
  /** When it began; before it left it was queued, waited for another one, or failed and was retried. */
  readonly began: number;
  /** When it left, the last time. */
  readonly left: number;
  /** When it ended; `undefined` while it is in flight. */
  readonly ended: number | undefined;
  readonly status: 'pending' | 'ok' | 'failed' | 'aborted';
  readonly isRetried: boolean;
}

/** All requests of a log, in the order in which they began. */
export function requestsIn(entries: readonly Entry[]): readonly RecordedRequest[] {
  const found = new Map<string, { request?: Entry; response?: Entry }>();
  for (const entry of entries) {
    const { type, meta } = entry.action;
    const id = meta?.requestId;
    if (id === undefined || (type !== 'rdc/fetch' && type !== 'rdc/setresponse')) continue;
    const known = found.get(id) ?? {};
    found.set(id, known);
    if (type === 'rdc/fetch') known.request = entry;
    else known.response = entry;
  }
  const resets = resetsIn(entries);
  return [...found].map(([requestId, { request, response }]) => {
    const reset = request && response === undefined ? resetAfter(request, resets) : undefined;
    return requestOf(requestId, request, response, reset?.at);
  });
}

function requestOf(
  requestId: string,
  request: Entry | undefined,
  response: Entry | undefined,
  /** When a reset has ended it. */
  dropped: number | undefined,
): RecordedRequest {
  const { endpointName = '', key = '', args } = (request ?? response)?.action ?? { type: '' };
  const { fetchedAt, date, since, left } = response?.action.meta ?? {};
  const began = request?.action.meta?.fetchedAt ?? fetchedAt ?? 0;
  return {
    requestId,
    endpointName,
    key,
    args: Array.isArray(args) ? args : [],
    request,
    response,
    began,
    left: fetchedAt ?? began,
    ended: response === undefined ? dropped : (date ?? response.at),
    status: dropped === undefined ? statusOf(response) : 'aborted',
    isRetried: since !== undefined && since !== left,
  };
}

function statusOf(response: Entry | undefined): RecordedRequest['status'] {
  if (response === undefined) return 'pending';
  if (response.action.error !== true) return 'ok';
  const { name } = (response.action.plainResponse ?? {}) as { readonly name?: unknown };
  return name === 'AbortError' ? 'aborted' : 'failed';
}
