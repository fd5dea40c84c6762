import { jsonFault } from '../errors/jsonFault';
import { jsonOf } from '../errors/jsonOf';
import { classOf } from '../plain/classOf';
import { isPlain } from '../plain/isPlain';
import { BODIES } from '../plain/toPlain';
import { warnOnce } from '../plain/warnOnce';

/** Content type of JSON bodies. */
export const JSON_CONTENT_TYPE = 'application/json';

/**
 * The body in the form that `fetch` takes.
 *
 * Forms, files, binary data, streams and strings are sent as they are, everything else as JSON: objects, arrays, entity
 * instances, dates, numbers.
 *
 * @param endpoint name of the endpoint that sends it
 * @throws {UsageError} when JSON cannot hold it
 */
export function requestBody(body: unknown, endpoint: string): RequestInit {
  if (body === undefined) return {};
  if (!isSentAsItIs(body)) {
    const json = jsonOf(`${endpoint}(…)`, 'body', body);
    if (process.env.NODE_ENV !== 'production') warnOfLostPart(endpoint, body);
    return { body: json, headers: { 'Content-Type': JSON_CONTENT_TYPE } };
  }
  // Streams are refused without `duplex`, https://fetch.spec.whatwg.org/#dom-requestinit-duplex.
  const duplex = isOfClass(body, 'ReadableStream') ? { duplex: 'half' } : {};
  return { body: body as BodyInit, ...duplex };
}

/** Warns about functions and symbols: anything else that JSON would lose was refused. */
function warnOfLostPart(endpoint: string, body: unknown) {
  const fault = isPlain(body) ? undefined : jsonFault(body, 'store');
  if (fault === undefined) return;
  const message = `${endpoint} has sent a body without a part of it: ${fault[0]}. JSON leaves that out: pass plain data.`;
  warnOnce(message, message);
}

/** Whether `fetch` takes a body as it is; otherwise it is sent as JSON. */
export function isSentAsItIs(body: unknown): boolean {
  if (typeof body === 'string' || ArrayBuffer.isView(body)) return true;
  return BODIES.some(name => isOfClass(body, name));
}

/** Compares classes, since not all name their instances, then names, for other realms. */
function isOfClass(value: unknown, name: string): boolean {
  const Class = (globalThis as Readonly<Record<string, unknown>>)[name];
  if (typeof Class === 'function' && value instanceof Class) return true;
  return classOf(value) === name;
}
