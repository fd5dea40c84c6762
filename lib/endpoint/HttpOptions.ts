import type { Loose } from '../types/Loose';
import type { EndpointOptions } from './EndpointOptions';
import type { HeaderFields } from './requestHeaders';

/** How the body of a response is read. */
export type Content = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream';

/** Options of all endpoints over HTTP; each can also be overridden as a member of a subclass. */
export interface HttpOptions extends EndpointOptions {
  /** How the body of the response is read. @default as its content type says */
  readonly content?: Content | undefined;
  /**
   * Sends a random key, the same for all attempts of one request, so that a server recognizes retries. The
   * name of the header, or `true` for `Idempotency-Key`.
   *
   * @default false
   */
  readonly idempotencyKey?: boolean | string | undefined;
  /** Fixed parts of the request. */
  readonly requestInit?: RequestInit | undefined;
  /** What goes to `fetch` besides the URL, given what is sent. May be async. */
  readonly getRequestInit?: (body: Loose) => RequestInit | Promise<RequestInit>;
  /** The headers to send, given the default ones. May be async. */
  readonly getHeaders?: (headers: HeaderFields) => HeadersInit | Promise<HeadersInit>;
  /** Sends the request. */
  readonly fetchResponse?: (input: string, init: RequestInit) => Promise<Response>;
  /** Reads the body of a response. */
  readonly parseResponse?: (response: Response) => Promise<Loose>;
  /**
   * Plain data from the response's headers that is stored with the response: counts, links to other pages, a
   * version. Selectors and hooks return it as `meta`.
   */
  readonly meta?: ((response: Response) => unknown) | undefined;
  /** Changes the response before it is returned and stored. */
  readonly process?: (value: Loose, ...args: Loose) => unknown;
}
