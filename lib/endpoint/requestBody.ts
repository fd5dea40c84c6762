import { isPlainObject } from '../plain/isPlainObject';

/** Content type of what is sent as JSON. */
export const JSON_CONTENT_TYPE = 'application/json';

/**
 * What is sent, as `fetch` takes it.
 *
 * Plain objects, arrays, numbers, booleans and instances of entities go as JSON;
 * forms, files, binary data and strings as they are.
 */
export function requestBody(body: unknown): RequestInit {
  if (body === undefined) return {};
  if (!isJson(body)) return { body: body as BodyInit };
  return { body: JSON.stringify(body), headers: { 'Content-Type': JSON_CONTENT_TYPE } };
}

function isJson(body: unknown): boolean {
  if (typeof body === 'string') return false;
  if (typeof body !== 'object' || body === null) return true;
  if (Array.isArray(body) || isPlainObject(body)) return true;
  // Everything that fetch knows how to send names itself; classes of the app are plain objects to it.
  return Object.prototype.toString.call(body) === '[object Object]';
}
