import type { Loose } from './Loose';
import type { ResponseError } from './ResponseError';
import type { RetryOptions } from './RetryOptions';
import type { Schema } from './Schema';
import type { SchemaFailurePolicy } from './SchemaFailurePolicy';
import type { DataState } from './State';

/** One request over HTTP, ready to be sent. */
export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: HeadersInit | undefined;
  readonly body: RequestInit['body'];
  readonly signal: AbortSignal | undefined;
  /** How to read the response, where the endpoint says it. */
  readonly content: 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream' | undefined;
}

/** Options of a request besides its arguments. */
export interface RequestOptions {
  /** Ends the request when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** The request's key, where it is known already. */
  readonly key?: string | undefined;
  /** Tells this request from all others; the same for each attempt. */
  readonly requestId?: string | undefined;
  /** Called when the request really leaves: after all that has to be awaited before. */
  readonly onLeave?: (() => void) | undefined;
  /** Sends a request over HTTP and reads its response, in place of the endpoint. */
  readonly send?: ((request: HttpRequest) => Promise<unknown>) | undefined;
  /** Called with what the endpoint keeps of the head of its response. */
  readonly onHead?: ((head: unknown) => void) | undefined;
  /** Headers to send besides the usual ones. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Headers of a request that depend on what is stored; the state has no optimistic updates. */
export type ConditionalHeaders = (
  state: DataState,
  endpoint: EndpointInterface,
  args: readonly Loose[],
  key: string,
) => Readonly<Record<string, string>> | undefined;

/**
 * How mutations of one record stand to each other.
 *
 * | value | a mutation that meets another one in flight |
 * |---|---|
 * | `parallel` | is sent at once |
 * | `serial` | is sent when the other has ended |
 * | `latest` | is sent at once; one of the same endpoint and address is aborted if its fields are all sent again |
 */
export type Concurrency = 'parallel' | 'serial' | 'latest';

/**
 * What the store needs to know of an endpoint; `Endpoint` and its subclasses fill it.
 *
 * Durations are milliseconds.
 */
export interface EndpointInterface {
  /** Finds the endpoint again in a log that went through JSON. */
  readonly name: string;
  readonly schema?: unknown;
  /** True when a request changes something on the server: it is never shared nor repeated. */
  readonly sideEffect?: boolean | undefined;
  readonly dataExpiryLength?: number | undefined;
  readonly errorExpiryLength?: number | undefined;
  readonly invalidIfStale?: boolean | undefined;
  readonly pollFrequency?: number | undefined;
  /** Polls while the page is hidden, too. */
  readonly pollWhileHidden?: boolean | undefined;
  /** How a request that failed is sent again. */
  readonly retry?: number | RetryOptions | undefined;
  /** Whether each request has a header that is the same for all its attempts. */
  readonly idempotencyKey?: boolean | string | undefined;
  /** Aborts a read once no code waits for it, and no component reads its response or is subscribed to it. */
  readonly abortWhenUnused?: boolean | undefined;
  /** How mutations of the same record stand to each other. */
  readonly concurrency?: Concurrency | undefined;
  /** What happens to data of a response that does not match its schema. */
  readonly schemaFailurePolicy?: SchemaFailurePolicy | undefined;
  onSchemaFailure?: ((error: Error) => void) | undefined;
  errorPolicy?(error: ResponseError): 'soft' | 'hard' | undefined;
  /**
   * The fields that a mutation writes, where neither its optimistic response nor its body tells: names, or a
   * function of the arguments that returns them.
   */
  readonly writes?: readonly string[] | ((...args: never[]) => readonly string[]) | undefined;
  /** What a serial mutation waits for: mutations with the same scope leave one after the other. */
  scope?(...args: readonly unknown[]): string;
  /** What is sent of a request's arguments; `undefined` where nothing is. */
  bodyOf?(args: readonly unknown[]): unknown;
  /** The parameter of its path that names the record, where the path is the address of one. */
  readonly recordParam?: string | undefined;
  /** The parameters of its path that name what the path leads to, and what that belongs to. */
  paramRoles?(params: object): ParamRoles;
  /** The HTTP method, where there is one. */
  readonly method?: string | undefined;
  /** Equal requests have equal keys. */
  key(...args: readonly unknown[]): string;
  /** Whether `key` is that of a request of this endpoint, whatever its arguments. */
  testKey?(key: string): boolean;
  /** Whether it cannot send its requests: another library does, for the components that show them. */
  readonly isSentElsewhere?: boolean | undefined;
  /** Sends the request. */
  request(args: readonly unknown[], options: RequestOptions): Promise<unknown>;
  /** Headers by which the server can say that nothing has changed since what is stored. */
  conditional?: ConditionalHeaders | undefined;
  /** Set where a response is a page: then what stands beside the list counts for the list's own response. */
  readonly isPage?: boolean | undefined;
  /** What a mutation has brought to which the server responds with nothing; by default nothing is known of it. */
  whenEmpty?(...args: readonly unknown[]): unknown;
  getOptimisticResponse?(snapshot: unknown, ...args: readonly unknown[]): unknown;
  update?(
    result: unknown,
    ...args: readonly unknown[]
  ): Readonly<Record<string, (previous: never) => unknown>>;
}

/** The schema that an endpoint's responses are stored under. */
export function schemaOf(endpoint: EndpointInterface): Schema {
  return endpoint.schema as Schema;
}

/**
 * What the parameters of a path name.
 *
 * | path | `own` | `parents` |
 * |---|---|---|
 * | `/projects/:project/tasks/:id` | | `project` |
 * | `/questions/:id/:slug` | `slug` | `id` |
 * | `/posts/:id{/:slug}`, which leads to the same without its slug | `id` | |
 * | `/users/:id/company` | | `id` |
 */
export interface ParamRoles {
  /** The parameter that names what the path leads to, together with those before it. */
  readonly own?: string | undefined;
  /** The parameter with which the path ends, also where it may name another thing than that. */
  readonly last?: string | undefined;
  /** Those that name what stands above that. */
  readonly parents: readonly string[];
}
