import { RdcError } from '../errors/RdcError';
import { reportError } from '../plain/reportError';
import type { RetryOptions } from '../types/RetryOptions';
import { backOff } from './backOff';
import { wait } from './wait';

/** The retry options; a number alone is the limit. */
export function retryOptions(retry: number | RetryOptions = 0): RetryOptions {
  return typeof retry === 'object' ? retry : { limit: retry };
}

/** Longest wait that a server may demand, in milliseconds. */
export const DEFAULT_MAX_RETRY_AFTER_MS = 60_000;

/** Statuses below 500 after which the same request may well succeed: time-out, too early, too many. */
const PASSING = new Set([408, 425, 429]);
const NOT_IMPLEMENTED = 501;

/**
 * Calls `attempt` until it succeeds, for as long as a retry can help, and returns its result.
 *
 * Rejects with the last failure. Stops waiting when the signal is aborted: `attempt` must reject then.
 */
export async function withRetry<Result>(
  attempt: () => Promise<Result>,
  options: RetryOptions,
  signal: AbortSignal,
): Promise<Result> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      const delay = signal.aborted ? undefined : delayAfter(error as Error, failures, options);
      if (delay === undefined) throw error;
      // If the signal was aborted, the next attempt rejects.
      await wait(delay, signal);
    }
  }
}

/** How long to wait before the next attempt, in milliseconds; `undefined` if there is none. */
function delayAfter(error: Error, failures: number, options: RetryOptions): number | undefined {
  const { limit, shouldRetry = isPassing, maxRetryAfterMs = DEFAULT_MAX_RETRY_AFTER_MS } = options;
  try {
    // Not `failures >= limit`: that is false for NaN.
    if (!(failures < limit) || !shouldRetry(error, failures)) return undefined;
  } catch (thrown) {
    // The request failed for another reason, which its caller gets.
    reportError(thrown);
    return undefined;
  }
  const { headers } = (error as { readonly response?: { readonly headers?: Headers } }).response ?? {};
  const retryAfterMs = (headers && retryAfter(headers)) ?? 0;
  // The server's wait first, then jitter, because all clients got the same time.
  return retryAfterMs > maxRetryAfterMs ? undefined : retryAfterMs + backOff(failures, options);
}

function isPassing(error: Error): boolean {
  const { status } = error as { readonly status?: unknown };
  if (typeof status === 'number') {
    return PASSING.has(status) || (status >= 500 && status !== NOT_IMPLEMENTED);
  }
  // An error of this library without a status is a mistake in the request or its definition.
  return error.name !== 'AbortError' && !(error instanceof RdcError);
}

/**
 * How long a server wants clients to wait before the next attempt, in milliseconds; `undefined` if it does not say.
 *
 * `Retry-After` is in seconds or an HTTP date. A date is compared with the response's own `Date` if that can be read,
 * so that a client whose clock is wrong waits as long as the server meant.
 *
 * @param now milliseconds since the Unix epoch, for responses without a readable `Date`
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function retryAfter(headers: Headers, now: number = Date.now()): number | undefined {
  const header = headers.get('retry-after')?.trim();
  if (!header) return undefined;
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - (Date.parse(headers.get('date') ?? '') || now));
}
