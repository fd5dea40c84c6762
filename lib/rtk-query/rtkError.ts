import { isError } from '../plain/isError';
import { warnOnce } from '../plain/warnOnce';

/**
 * Turns the failure of an RTK Query request into an `Error`.
 *
 * | RTK Query rejects with | the error has |
 * |---|---|
 * | the `status` and `data` of a response | both |
 * | `FETCH_ERROR`, `TIMEOUT_ERROR` | `code`, and no `status`: the server may still have executed a mutation |
 * | `PARSING_ERROR` | the `status` of the response, `data` |
 * | a thrown error | its name and message |
 * | a string, or only `data` that is one | the string as its message |
 */
export function rtkError(request: string, failure: unknown): Error {
  if (isError(failure)) return failure;
  const { status, originalStatus, data, error, message, name } = (failure ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const texts = [failure, data].map(text => (typeof text === 'string' ? text : undefined));
  const reason = [error, message, status, ...texts].find(text => text !== undefined);
  const fields = {
    ...(typeof name === 'string' && { name }),
    ...(typeof status === 'number'
      ? { status }
      : typeof originalStatus === 'number' && { status: originalStatus }),
    ...(typeof status === 'string' && { code: status }),
    ...(data !== undefined && { data }),
  };
  // Its message names the request already.
  const [, innerMessage] = /^UnexpectedContentError: (.*)/s.exec(String(reason)) ?? [];
  return Object.assign(
    new Error(innerMessage ?? `${request} failed: ${String(reason ?? 'no reason given')}`),
    fields,
  );
}

/** Warns once why something is not in the tables. */
export function warnOfCacheOnly(subject: string, error: unknown): void {
  if (process.env.NODE_ENV === 'production') return;
  const reason = ((error as Partial<Error> | null)?.message ?? String(error))
    // RTK Query endpoints have `transformResponse` instead.
    .replace('process() of the endpoint or', 'transformResponse of the endpoint, or the process() of')
    .replace("endpoint's process()", "endpoint's transformResponse");
  warnOnce(reason, `${subject} is in RTK Query's cache only: ${reason}`);
}
