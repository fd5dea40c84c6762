import { NetworkError } from '../errors/NetworkError';
import { isError } from '../plain/isError';
import type { PlainError } from '../plain/PlainError';
import { toLiveError } from '../plain/toPlainError';

/** Why a request fails: an error, its plain form as in a log, or a server's response. */
export type FixtureFailure = Error | PlainError | { readonly status: number; readonly data?: unknown };

const DEFAULT_NAME = 'NetworkError';

/** The error that a request rejects with; a `NetworkError` for a server's response. */
export function failureOf(failure: FixtureFailure, key: string): Error {
  if (isError(failure)) return failure;
  const { name = DEFAULT_NAME, status, data } = failure as Partial<PlainError>;
  if (name !== DEFAULT_NAME || status === undefined) return toLiveError(failure as PlainError);
  return new NetworkError(key, responseWith(status, data), data);
}

/** A server's response; only its status if the platform has no `Response`, such as plain jsdom. */
function responseWith(status: number, data: unknown): Response {
  if (typeof Response === 'undefined') return { ok: false, status, statusText: '' } as Response;
  const body = data === undefined ? null : JSON.stringify(data);
  return new Response(body, { status, headers: { 'content-type': 'application/json' } });
}
