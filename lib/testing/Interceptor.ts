import type { AnyEndpoint, ArgsOf } from '../react/reading/HookArgs';
import type { EndpointInterface } from '../types/EndpointInterface';

/** A request that is to be answered. */
export interface InterceptedRequest {
  readonly endpoint: EndpointInterface;
  readonly key: string;
  /** Is aborted when the request is given up. */
  readonly signal: AbortSignal | undefined;
}

/** What all interceptors say. */
interface Responder<State, Args extends readonly unknown[]> {
  /** How long an answer takes, in milliseconds. @default 0 */
  readonly delay?: number;
  /**
   * Makes the answer; returns nothing for success without a body, throws to fail the request.
   *
   * @param args copies of the request's arguments
   * @param state what this store's interceptors remember; to be changed in place
   */
  respond(args: Args, state: State, request: InterceptedRequest): unknown;
}

/** Answers the requests of one endpoint. */
type EndpointInterceptor<State, E extends AnyEndpoint> = Responder<State, Readonly<ArgsOf<E>>> & {
  readonly endpoint: E;
  readonly testKey?: never;
};

/** Answers the requests with keys that fit, whoever asks. */
type KeyInterceptor<State> = Responder<State, readonly unknown[]> & {
  readonly endpoint?: never;
  readonly testKey: (key: string) => boolean;
};

/**
 * Answers requests by code, with a memory: to an endpoint, or with keys that fit.
 *
 * An interceptor of the very endpoint comes before those that only fit the key.
 */
export type Interceptor<State = unknown, E extends AnyEndpoint = AnyEndpoint> =
  | EndpointInterceptor<State, E>
  | KeyInterceptor<State>;

/**
 * An interceptor whose arguments are typed by its endpoint.
 *
 * It is returned as it is; plain objects do as well.
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
