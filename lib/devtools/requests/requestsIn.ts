import type { SentRequest } from '../../store/StoreHandle';
import type { Entry } from '../recording/Entry';
import { resetAfter, resetsIn } from '../recording/resets';

/** One request, as the log has it. Times are milliseconds since the Unix epoch. */
export interface RecordedRequest {
  readonly requestId: string;
  readonly endpointName: string;
  readonly key: string;
  readonly args: readonly unknown[];
  readonly request: Entry | undefined;
  readonly response: Entry | undefined;
  /** When it began; before it left, it may have been queued, waited for another one, or failed and been retried. */
  readonly began: number;
  /** When it left, the last time; for its attempts see {@link attemptsOf}. */
  readonly left: number;
  /** When it ended; `undefined` while it is in flight. */
  readonly ended: number | undefined;
  readonly status: 'pending' | 'ok' | 'failed' | 'aborted';
  readonly isRetried: boolean;
}

/** All requests of a log, in the order in which they began. */
export function requestsIn(entries: readonly Entry[]): readonly RecordedRequest[] {
  const requestsById = new Map<string, { request?: Entry; response?: Entry }>();
  for (const entry of entries) {
    const { type, meta } = entry.action;
    const id = meta?.requestId;
    if (id === undefined || (type !== 'rdc/fetch' && type !== 'rdc/setresponse')) continue;
    const pair = requestsById.get(id) ?? {};
    requestsById.set(id, pair);
    if (type === 'rdc/fetch') pair.request = entry;
    else pair.response = entry;
  }
  const resets = resetsIn(entries);
  return [...requestsById].map(([requestId, { request, response }]) => {
    const reset = request && response === undefined ? resetAfter(request, resets) : undefined;
    return requestOf(requestId, request, response, reset?.at);
  });
}

/** The outcome of one attempt, with its times. */
export interface ShownAttempt {
  readonly left: number;
  /** `undefined` while it is in flight. */
  readonly ended: number | undefined;
  readonly isFailed: boolean;
}

/**
 * The attempts of a request that have left, in order: all if they were recorded, otherwise the last one.
 *
 * @param sent what was recorded of it
 */
export function attemptsOf(
  { left, ended, status }: RecordedRequest,
  sent: SentRequest | undefined,
): readonly ShownAttempt[] {
  const mayBeQueued = sent !== undefined && (status === 'pending' || status === 'aborted');
  const recorded = sent?.attempts ?? [];
  const shownAttempts = recorded.length > 0 || mayBeQueued ? recorded : [{ left, failed: undefined }];
  return shownAttempts.map(({ left, failed }, i) => {
    const isLast = i === shownAttempts.length - 1;
    // An attempt that was aborted with its request has not failed by itself.
    if (failed !== undefined && !(isLast && ended !== undefined && failed >= ended))
      return { left, ended: failed, isFailed: true };
    return { left, ended: isLast ? ended : failed, isFailed: isLast && status === 'failed' };
  });
}

/** Why a request is not in flight yet, or how often it was sent; empty for most requests. */
export function attemptsText({ status }: RecordedRequest, attempts: readonly ShownAttempt[]): string {
  const last = attempts.at(-1);
  if (status === 'pending' && last === undefined) return 'queued';
  if (status === 'pending' && last?.isFailed) return 'waiting for a retry';
  return attempts.length > 1 ? `${attempts.length} attempts` : '';
}

function requestOf(
  requestId: string,
  request: Entry | undefined,
  response: Entry | undefined,
  /** When a reset ended it. */
  resetAt: number | undefined,
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
    ended: response === undefined ? resetAt : (date ?? response.at),
    status: resetAt === undefined ? statusOf(response) : 'aborted',
    isRetried: since !== undefined && since !== left,
  };
}

function statusOf(response: Entry | undefined): RecordedRequest['status'] {
  if (response === undefined) return 'pending';
  if (response.action.error !== true) return 'ok';
  const { name } = (response.action.plainResponse ?? {}) as { readonly name?: unknown };
  return name === 'AbortError' ? 'aborted' : 'failed';
}
