import { NO_RESPONSE_STATUS } from '../errors/NO_RESPONSE_STATUS';

/** By what names `fetch` fails, and a time-out; any other error is the reason that somebody gave for an abort. */
const FAILURES: ReadonlySet<unknown> = new Set(['TypeError', 'TimeoutError']);

/**
 * Waits for the network, and gives what it throws a status like any other failure,
 * so that handlers can ask for one. An abort is no failure and stays as it is.
 *
 * The one place that writes on an error of another's making: it is the fetch's own
 * error that callers are promised, and it has no status.
 */
export async function withNoResponseStatus<T>(pending: Promise<T>): Promise<T> {
  try {
    return await pending;
  } catch (error) {
    const { name } = (error ?? {}) as { readonly name?: unknown };
    if (FAILURES.has(name)) Object.assign(error as object, { status: NO_RESPONSE_STATUS });
    throw error;
  }
}
