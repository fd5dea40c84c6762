import { checkReturned } from '../errors/checkValues';
import { NetworkError } from '../errors/NetworkError';
import { isObject } from '../plain/isObject';
import { nanoid } from '../plain/toolkit';
import { warnOnce } from '../plain/warnOnce';
import type { HttpRequest, RequestOptions } from '../types/EndpointInterface';
import type { Loose } from '../types/Loose';
import { NOT_MODIFIED } from '../types/NOT_MODIFIED';
import { anySignal } from './anySignal';
import { BaseEndpoint } from './BaseEndpoint';
import { checkResponse } from './checkResponse';
import type { HttpOptions } from './HttpOptions';
import { withNoResponseStatus } from './noResponseStatus';
import { readBody, readFailure } from './readBody';
import { JSON_CONTENT_TYPE, requestBody } from './requestBody';
import { type HeaderFields, mergeHeaders } from './requestHeaders';
import { withinTime } from './withinTime';

const NOT_MODIFIED_STATUS = 304;

const HEADERS_REMEDY = 'Return headers: { ...headers, Authorization }.';
const INIT_REMEDY = 'Return what fetch() takes: { ...(await super.getRequestInit(body)), credentials }.';
const RESPONSE_REMEDY =
  'Return a Response, as fetch() resolves to it, or make data of what you return in `parseResponse`.';

/** Methods that only read. */
export const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The members that all HTTP endpoints share; separate from the class to save the compiler work.
 */
export interface HttpMembers
  extends Required<Pick<HttpOptions, 'content' | 'idempotencyKey' | 'requestInit'>> {
  readonly method: string;
}

// biome-ignore lint/correctness/noUnusedVariables: merged declarations have the same parameters
export interface HttpEndpoint<Args extends readonly unknown[], S> extends HttpMembers {}

/**
 * Sends a request over HTTP and reads the response.
 *
 * A request takes these steps, each of which an option or a member of a subclass can replace: `getRequestInit` (with
 * `getHeaders`) → `fetchResponse` → `parseResponse` → `process`.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: what stands in the interface is set from the options
export abstract class HttpEndpoint<Args extends readonly unknown[], S> extends BaseEndpoint<Args, S> {
  static {
    // Depends on the final method, which may be a subclass's field. Not an accessor of the class, because TypeScript
    // would not let a subclass declare a field in its place.
    Object.defineProperty(HttpEndpoint.prototype, 'sideEffect', {
      configurable: true,
      get(this: HttpEndpoint<readonly unknown[], unknown>) {
        return !READS.has(this.method);
      },
      set(this: object, value: unknown) {
        Object.defineProperty(this, 'sideEffect', { value, configurable: true, writable: true });
      },
    });
  }

  /** The full URL of a request. */
  abstract url(...args: Args): string;

  /** The `init` argument of `fetch`, given the body and the arguments of the request. */
  async getRequestInit(body: unknown, ..._args: Loose): Promise<RequestInit> {
    const { headers: needed, ...sent } = requestBody(body, this.name);
    const { headers: fixed, ...init } = this.requestInit ?? {};
    const accepted = (this.content ?? 'json') === 'json' ? { Accept: JSON_CONTENT_TYPE } : undefined;
    const headers = await this.getHeaders(mergeHeaders(accepted, needed, fixed));
    if (process.env.NODE_ENV !== 'production')
      checkReturned(`${this.name}(…)`, 'getHeaders', headers, isObject(headers), HEADERS_REMEDY);
    return { ...init, ...sent, method: this.method, headers: mergeHeaders(headers) };
  }

  /** The headers to send, given the default ones. May be async. */
  getHeaders(headers: HeaderFields): HeadersInit | Promise<HeadersInit> {
    return headers;
  }

  /** Sends the request. Rejects when there is no response, or when its status is a failure. */
  async fetchResponse(input: string, init: RequestInit): Promise<Response> {
    const response = await withNoResponseStatus(globalThis.fetch(input, init));
    if (response.ok) return response;
    throw new NetworkError(`${this.method} ${input}`, response, await readFailure(response));
  }

  /** The body of a response, read according to `content`; `null` when there is none. */
  parseResponse(response: Response): Promise<unknown> {
    return readBody(response, this);
  }

  /** Plain data from the response's headers, stored with the response. */
  meta?(response: Response): unknown;

  /** Changes the response before it is returned and stored. */
  process(value: unknown, ..._args: Loose): unknown {
    return value;
  }

  /** Runs the steps of a request in order; stops waiting for them as soon as the request times out or is aborted. */
  protected async send(
    url: string,
    body: unknown,
    args: Args,
    options: RequestOptions,
  ): Promise<this['~response']> {
    return withinTime([options.signal, this.signal], this.timeoutMs, stop =>
      this.#attempt(url, body, args, options, stop),
    );
  }

  async #attempt(
    url: string,
    body: unknown,
    args: Args,
    { requestId, onLeave, onHead, headers, send }: RequestOptions,
    stop: AbortSignal | undefined,
  ): Promise<this['~response']> {
    const requestInit = await this.getRequestInit(body, ...args);
    if (process.env.NODE_ENV !== 'production')
      checkReturned(`${this.name}(…)`, 'getRequestInit', requestInit, isObject(requestInit), INIT_REMEDY);
    // If an override returns no method, keep the endpoint's.
    const init = { method: this.method, ...requestInit };
    if (process.env.NODE_ENV !== 'production' && body !== undefined && init.body === undefined)
      warnOfLostBody(this.name);
    const { idempotencyKey } = this;
    const name = idempotencyKey === true ? 'Idempotency-Key' : idempotencyKey;
    // Created only if it is sent: Next.js refuses random values while it prerenders.
    const idempotent = name ? { [name]: requestId ?? nanoid() } : {};
    init.headers = mergeHeaders(init.headers, idempotent, send ? {} : headers);
    init.signal = anySignal([stop, init.signal]) as AbortSignal;
    // `getRequestInit` may resolve after the attempt was aborted; then send nothing.
    init.signal?.throwIfAborted();
    onLeave?.();
    const received = await (send
      ? send({ ...init, url, content: this.content } as HttpRequest)
      : this.#receive(url, init, headers !== undefined, onHead));
    if (received === NOT_MODIFIED) return received as never;
    return (await checkResponse(this, await this.process(received, ...args))) as this['~response'];
  }

  /** The body of the response, or `NOT_MODIFIED` when a conditional request gets a 304. */
  async #receive(
    url: string,
    init: RequestInit,
    isConditional: boolean,
    onHead: RequestOptions['onHead'],
  ): Promise<unknown> {
    const isUnchanged = (response: unknown) =>
      isConditional && (response as Partial<Response> | undefined)?.status === NOT_MODIFIED_STATUS;
    try {
      const response = await this.fetchResponse(url, init);
      if (
        process.env.NODE_ENV !== 'production' &&
        this.parseResponse === HttpEndpoint.prototype.parseResponse
      )
        checkReturned(`${this.name}(…)`, 'fetchResponse', response, isReadable(response), RESPONSE_REMEDY);
      if (isUnchanged(response)) return NOT_MODIFIED;
      if (this.meta !== undefined) onHead?.(this.meta(response));
      return this.parseResponse(response);
    } catch (error) {
      if (isUnchanged(error)) return NOT_MODIFIED;
      throw error;
    }
  }
}

/** Whether a response has a readable body; a test's stand-in for one has, too. */
function isReadable(response: unknown): boolean {
  if (!isObject(response)) return false;
  const { body, text, blob, arrayBuffer } = response as Partial<Response>;
  return isObject(body) || [text, blob, arrayBuffer].some(read => typeof read === 'function');
}

function warnOfLostBody(name: string) {
  warnOnce(
    `lost body ${name}`,
    `${name} was called with a body, but sends none: its getRequestInit() returned no body. ` +
      'Spread the default: { ...(await super.getRequestInit(body)), ... }.',
  );
}
