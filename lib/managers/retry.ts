import { checkCounts, checkDurations } from '../errors/checkNumbers';
import { RdcError } from '../errors/RdcError';
import { type BackOffLimits, backOff } from './backOff';
import { retryAfter } from './retryAfter';
import { wait } from './wait';

/** How requests that failed are sent again. */
export interface RetryOptions extends BackOffLimits {
  /** How often at most, the first attempt not counted. */
  readonly limit: number;
  /**
   * Longest wait that a server may ask for with `Retry-After`, in milliseconds.
   * A request whose server asks for more fails at once.
   *
   * @default 60_000
   */
  readonly maxRetryAfterMs?: number;
  /**
   * Whether another attempt can help.
   *
   * @default no answer, 408, 425, 429, and all from 500 on but 501
   */
  readonly shouldRetry?: (error: Error, failures: number) => boolean;
  /**
   * Whether requests with side effects are sent again, too. Only for servers
   * on which doing the same thing twice does it once.
   *
   * @default false
   */
  readonly sideEffects?: boolean;
}

/**
 * How to retry, where only a number may have been given.
 *
 * @throws {UsageError} when a number in it cannot be
 */
export function retryOptions(retry: number | RetryOptions = 0): RetryOptions {
  const options = typeof retry === 'object' ? retry : { limit: retry };
  if (process.env.NODE_ENV !== 'production') {
    checkCounts('networkManager', { retry: options.limit }, ['retry']);
    checkDurations('networkManager', options, ['baseDelayMs', 'maxDelayMs', 'maxRetryAfterMs']);
  }
  return options;
}

/** Longest wait that a server may ask for, in milliseconds. */
export const DEFAULT_MAX_RETRY_AFTER_MS = 60_000;

/** Failures below 500 after which the same request may well succeed: time-out, too early, too many. */
const PASSING = new Set([408, 425, 429]);
const NOT_IMPLEMENTED = 501;

/**
 * The result of `attempt`, tried again while that can help.
 *
 * Rejects with the last failure; at once when the signal is aborted, also while it waits.
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
      await wait(delay, signal);
    }
  }
}

/** How long to wait before the next attempt, in milliseconds; `undefined` where there is to be none. */
function delayAfter(error: Error, failures: number, options: RetryOptions): number | undefined {
  const { limit, shouldRetry = isPassing, maxRetryAfterMs = DEFAULT_MAX_RETRY_AFTER_MS } = options;
  // Not `>=`: that would never hold of NaN.
  if (!(failures < limit) || !shouldRetry(error, failures)) return undefined;
  const delay = backOff(failures, options);
  const asked = askedBy(error);
  if (asked === undefined) return delay;
  // The server's wait comes first, and jitter after it: all clients were told the same time.
  return asked > maxRetryAfterMs ? undefined : asked + delay;
}

function askedBy(error: Error): number | undefined {
  const { response } = error as { readonly response?: { readonly headers?: Headers } };
  return response?.headers === undefined ? undefined : retryAfter(response.headers);
}

function isPassing(error: Error): boolean {
  const { status } = error as { readonly status?: unknown };
  if (typeof status === 'number') {
    return PASSING.has(status) || (status >= 500 && status !== NOT_IMPLEMENTED);
  }
  // What this library throws without a status is a mistake in the request or its definition.
  return error.name !== 'AbortError' && !(error instanceof RdcError);
}
