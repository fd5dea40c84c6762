import type { FetchAction } from '../../actions/fetch';
import { AbortError } from '../../errors/AbortError';
import { RdcError } from '../../errors/RdcError';
import { TimeoutError } from '../../errors/TimeoutError';
import { toError } from '../../plain/isError';

/**
 * Why a request failed. The error of a signal or a time-out names no request, so it becomes the `cause` of one that
 * does.
 */
export function requestError(thrown: unknown, { key, endpoint }: FetchAction): Error {
  const { signal } = endpoint as { readonly signal?: AbortSignal };
  const isReason = signal?.aborted && signal.reason === thrown;
  if (isReason || nameOf(thrown) === 'AbortError' || nameOf(thrown) === 'TimeoutError')
    return abortedError(thrown, key);
  return toError(thrown);
}

/** The error of a request that a signal ended, for the signal's reason. */
export function abortedError(reason: unknown, key: string): Error {
  if (reason instanceof RdcError) return reason;
  const cause = { cause: reason };
  if (nameOf(reason) === 'TimeoutError') return new TimeoutError(key, cause);
  const { message } = (reason ?? {}) as { readonly message?: unknown };
  const text = nameOf(reason) === 'AbortError' ? undefined : (message ?? reason);
  return new AbortError(key, text === undefined ? false : String(text), cause);
}

function nameOf(error: unknown): unknown {
  return (error as { readonly name?: unknown } | null | undefined)?.name;
}
