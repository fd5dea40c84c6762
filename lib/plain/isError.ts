import { classOf } from './classOf';

/** True for errors of any realm: what `fetch` throws is not always an instance of this realm's `Error`. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || ['Error', 'DOMException'].includes(classOf(value));
}

/** A thrown value, as an error. */
export function toError(thrown: unknown): Error {
  return isError(thrown) ? thrown : new Error(String(thrown));
}
