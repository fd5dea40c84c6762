import type { AnyEndpoint, ArgsOf } from '../endpoint/BaseEndpoint';
import type { EndpointInterface } from '../types/EndpointInterface';

/** An intercepted request. */
export interface InterceptedRequest {
  readonly endpoint: EndpointInterface;
  readonly key: string;
  /** Aborted with the request. */
  readonly signal: AbortSignal | undefined;
}

/** What all interceptors have. */
interface Responder<State, Args extends readonly unknown[]> {
  /** How long a response takes, in milliseconds. @default 0 */
  readonly delay?: number;
  /**
   * Makes the response; returns nothing for success without a body, throws to fail the request.
   *
   * @param args copies of the request's arguments
   * @param state the data of this store's interceptors; change it in place
   */
  respond(args: Args, state: State, request: InterceptedRequest): unknown;
}

/** Responds to the requests of one endpoint. */
type EndpointInterceptor<State, E extends AnyEndpoint> = Responder<State, Readonly<ArgsOf<E>>> & {
  readonly endpoint: E;
  readonly testKey?: never;
};

/** Responds to the requests with matching keys, of any endpoint. */
type KeyInterceptor<State> = Responder<State, readonly unknown[]> & {
  readonly endpoint?: never;
  readonly testKey: (key: string) => boolean;
};

/**
 * Responds to requests of an endpoint, or to those with matching keys, with code that can keep data.
 *
 * An interceptor of the endpoint itself comes before those that only match the key.
 */
export type Interceptor<State = unknown, E extends AnyEndpoint = AnyEndpoint> =
  | EndpointInterceptor<State, E>
  | KeyInterceptor<State>;

/**
 * Types an interceptor: its arguments are those of its endpoint.
 *
 * The object is returned unchanged; plain objects work as well.
 *
 * @example
 * ```ts
 * import { interceptor } from 'rdc-toolkit/testing';
 *
 * const getTodo = interceptor({
 *   endpoint: TodoResource.get,
 *   respond: ([{ id }], titles: Map<string, string>) => ({ id, title: titles.get(String(id)) }),
 * });
 * ```
 */
export function interceptor<State, E extends AnyEndpoint>(
  given: EndpointInterceptor<State, E>,
): EndpointInterceptor<State, E>;
export function interceptor<State>(given: KeyInterceptor<State>): KeyInterceptor<State>;
export function interceptor<State>(given: Interceptor<State>): Interceptor<State> {
  return given;
}
