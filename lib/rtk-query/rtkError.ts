import { isError } from '../plain/isError';

/**
 * The failure of a request of RTK Query as an `Error`.
 *
 * | RTK Query rejects with | the error has |
 * |---|---|
 * | what `fetchBaseQuery` says of a response | `status`, `data` |
 * | `FETCH_ERROR`, `TIMEOUT_ERROR` | `code`, and no `status`: the server may still have executed a mutation |
 * | `PARSING_ERROR` | the `status` of the response, `data` |
 * | a thrown error | its name and message |
 */
export function rtkError(request: string, failure: unknown): Error {
  if (isError(failure)) return failure;
  const { status, originalStatus, data, error, message, name } = (failure ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const said = [error, message, status].find(each => each !== undefined);
  const fields = {
    ...(typeof name === 'string' && { name }),
    ...(typeof status === 'number'
      ? { status }
      : typeof originalStatus === 'number' && { status: originalStatus }),
    ...(typeof status === 'string' && { code: status }),
    ...(data !== undefined && { data }),
  };
  return Object.assign(new Error(`${request} failed: ${String(said ?? 'no reason given')}`), fields);
}
