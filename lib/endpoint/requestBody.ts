import { jsonOf } from '../errors/jsonOf';
import { classOf } from '../plain/classOf';
import { BODIES } from '../plain/toPlain';

/** Content type of what is sent as JSON. */
export const JSON_CONTENT_TYPE = 'application/json';

/**
 * What is sent, as `fetch` takes it.
 *
 * Forms, files, binary data, streams and strings go as they are, everything else
 * as JSON: objects, arrays, instances of entities, dates, numbers.
 *
 * @param endpoint name of the endpoint that sends it
 * @throws {UsageError} when JSON cannot hold it
 */
export function requestBody(body: unknown, endpoint: string): RequestInit {
  if (body === undefined) return {};
  if (!isSentAsItIs(body)) {
    return { body: jsonOf(`${endpoint}(…)`, 'body', body), headers: { 'Content-Type': JSON_CONTENT_TYPE } };
  }
  // Streams are refused without it, https://fetch.spec.whatwg.org/#dom-requestinit-duplex.
  const duplex = isOfClass(body, 'ReadableStream') ? { duplex: 'half' } : {};
  return { body: body as BodyInit, ...duplex };
}

/** Whether `fetch` takes a body as it is: all else goes as JSON. */
export function isSentAsItIs(body: unknown): boolean {
  if (typeof body === 'string' || ArrayBuffer.isView(body)) return true;
  return BODIES.some(name => isOfClass(body, name));
}

/** By instance where the platform's class does not name its instances, by name where it is of another realm. */
function isOfClass(value: unknown, name: string): boolean {
  const Class = (globalThis as Readonly<Record<string, unknown>>)[name];
  if (typeof Class === 'function' && value instanceof Class) return true;
  return classOf(value) === name;
}
