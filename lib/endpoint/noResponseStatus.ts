import { NO_RESPONSE_STATUS } from '../errors/NO_RESPONSE_STATUS';

/** The error names of a failed `fetch` and of a timeout; any other error is the reason of an abort. */
const FAILURES: ReadonlySet<unknown> = new Set(['TypeError', 'TimeoutError']);

/**
 * Waits for the network, and gives its errors a status like any other failure, so that handlers can check it. An abort
 * is not a failure and stays as it is.
 *
 * The only place that writes on an error that is not ours: callers are promised the error of `fetch` itself,
 * which has no status.
 */
export async function withNoResponseStatus<T>(pending: Promise<T>): Promise<T> {
  try {
    return await pending;
  } catch (error) {
    noteNoResponse(error);
    throw error;
  }
}

/** Whether no response came: `fetch` failed, the request timed out, or `fetchBaseQuery` says so. */
export function isNoResponse(error: unknown): boolean {
  const { name, code } = (error ?? {}) as { readonly name?: unknown; readonly code?: unknown };
  return FAILURES.has(name) || code === 'FETCH_ERROR' || code === 'TIMEOUT_ERROR';
}

/** Gives a network failure or a timeout its status. */
export function noteNoResponse(error: unknown): void {
  const { name } = (error ?? {}) as { readonly name?: unknown };
  if (FAILURES.has(name)) Object.assign(error as object, { status: NO_RESPONSE_STATUS });
}
