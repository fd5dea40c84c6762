import { NO_ANSWER_STATUS } from '../errors/NO_ANSWER_STATUS';

/**
 * Waits for the network, and gives what it throws a status like any other failure,
 * so that handlers can ask for one. An abort is no failure and stays as it is.
 *
 * The one place that writes on an error of another's making: it is the fetch's own
 * error that callers are promised, and it has no status.
 */
export async function withNoAnswerStatus<T>(pending: Promise<T>, signal?: AbortSignal | null): Promise<T> {
  try {
    return await pending;
  } catch (error) {
    if (!isAbort(error, signal)) Object.assign(error as object, { status: NO_ANSWER_STATUS });
    throw error;
  }
}

/** Whoever aborts may give any reason at all; a time-out is a reason that stands for a failure. */
function isAbort(error: unknown, signal: AbortSignal | null | undefined): boolean {
  const { name } = (error ?? {}) as { readonly name?: unknown };
  return name === 'AbortError' || (signal?.aborted === true && name !== 'TimeoutError');
}
