import type { Loose } from '../types/Loose';
import type { EndpointOptions } from './EndpointOptions';
import type { HeaderFields } from './requestHeaders';

/** How the body of a response is read. */
export type Content = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream';

/** Options of every endpoint over HTTP; a subclass can also override each as a member. */
export interface HttpOptions extends EndpointOptions {
  /** How to read the body of the response. @default as its content type says */
  readonly content?: Content | undefined;
  /**
   * Sends a random key, the same for all attempts of one request, so that the server recognizes retries. Either the
   * name of the header, or `true` for `Idempotency-Key`.
   *
   * @default false
   */
  readonly idempotencyKey?: boolean | string | undefined;
  /** Fixed parts of the request. */
  readonly requestInit?: RequestInit | undefined;
  /** The `init` argument of `fetch`, given the body to send and the arguments of the request. May be async. */
  readonly getRequestInit?: (body: Loose, ...args: Loose) => RequestInit | Promise<RequestInit>;
  /** The headers to send, given the default ones. May be async. */
  readonly getHeaders?: (headers: HeaderFields) => HeadersInit | Promise<HeadersInit>;
  /** Sends the request. */
  readonly fetchResponse?: (input: string, init: RequestInit) => Promise<Response>;
  /** Reads the body of a response. */
  readonly parseResponse?: (response: Response) => Promise<Loose>;
  /**
   * Plain data from the response's headers, stored with the response: counts, links to other pages, a version.
   * Selectors and hooks return it as `meta`.
   */
  readonly meta?: ((response: Response) => unknown) | undefined;
  /** Changes the response before it is returned and stored. */
  readonly process?: (value: Loose, ...args: Loose) => unknown;
}
