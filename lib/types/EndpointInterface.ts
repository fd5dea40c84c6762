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
  /** How to read the response, if the endpoint says so. */
  readonly content: 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream' | undefined;
}

/** Options of a request besides its arguments. */
export interface RequestOptions {
  /** Ends the request when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** The request's key, if it is already known. */
  readonly key?: string | undefined;
  /** Identifies this request; the same for each attempt. */
  readonly requestId?: string | undefined;
  /** Called when the request actually leaves: after everything it has to await. */
  readonly onLeave?: (() => void) | undefined;
  /** Sends a request over HTTP and reads its response, in place of the endpoint. */
  readonly send?: ((request: HttpRequest) => Promise<unknown>) | undefined;
  /** Called with what the endpoint keeps of its response's head. */
  readonly onHead?: ((head: unknown) => void) | undefined;
  /** Headers to send besides the usual ones. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Headers of a request that depend on what is stored; the state excludes optimistic updates. */
export type ConditionalHeaders = (
  state: DataState,
  endpoint: EndpointInterface,
  args: Loose,
  key: string,
) => Readonly<Record<string, string>> | undefined;

/**
 * How to handle concurrent mutations of one record.
 *
 * | value | a mutation that meets another one in flight |
 * |---|---|
 * | `parallel` | is sent at once |
 * | `serial` | is sent when the other has ended |
 * | `latest` | is sent at once; one of the same endpoint and address is aborted if its fields are all sent again |
 */
export type Concurrency = 'parallel' | 'serial' | 'latest';

/**
 * The members of an endpoint that are functions of the app.
 *
 * They are methods of an interface that is extended, not picked from another one: so a subclass may declare them as
 * methods, too.
 */
export interface EndpointCallbacks {
  errorPolicy?(error: ResponseError): 'soft' | 'hard' | undefined;
  /** What a serial mutation waits for: mutations with the same scope leave one after the other. */
  scope?(...args: readonly unknown[]): string;
  /** The result of a mutation to which the server responds with nothing; by default unknown. */
  whenEmpty?(...args: readonly unknown[]): unknown;
  getOptimisticResponse?(snapshot: unknown, ...args: readonly unknown[]): unknown;
  update?(
    result: unknown,
    ...args: readonly unknown[]
  ): Readonly<Record<string, (previous: never) => unknown>>;
}

/**
 * What the store needs from an endpoint; `Endpoint` and its subclasses provide it.
 *
 * Durations are milliseconds.
 */
export interface EndpointInterface extends EndpointCallbacks {
  /** Finds the endpoint again in a log that went through JSON. */
  readonly name: string;
  readonly schema?: unknown;
  /** True if a request changes something on the server: it is never shared or repeated. */
  readonly sideEffect?: boolean | undefined;
  readonly dataExpiryLength?: number | undefined;
  readonly errorExpiryLength?: number | undefined;
  readonly invalidIfStale?: boolean | undefined;
  readonly pollFrequency?: number | undefined;
  /** Also polls while the page is hidden. */
  readonly pollWhileHidden?: boolean | undefined;
  /** How a failed request is retried. */
  readonly retry?: number | RetryOptions | undefined;
  /** Whether each request sends a header that is the same for all its attempts. */
  readonly idempotencyKey?: boolean | string | undefined;
  /** Aborts a read once no code awaits it, and no component reads its response or subscribes to it. */
  readonly abortWhenUnused?: boolean | undefined;
  /** How to handle concurrent mutations of a record. */
  readonly concurrency?: Concurrency | undefined;
  /** What happens to response data that does not match its schema. */
  readonly schemaFailurePolicy?: SchemaFailurePolicy | undefined;
  onSchemaFailure?: ((error: Error) => void) | undefined;
  /**
   * The fields that a mutation writes, if neither its optimistic response nor its body says so: names, or a
   * function of the arguments that returns them.
   */
  readonly writes?: readonly string[] | ((...args: never[]) => readonly string[]) | undefined;
  /** What a request sends of its arguments; `undefined` if nothing. */
  bodyOf?(args: readonly unknown[]): unknown;
  /** The path parameter that names the record, if the path is a record's address. */
  readonly recordParam?: string | undefined;
  /** The path parameters that name what the path leads to, and what that belongs to. */
  paramRoles?(params: object): ParamRoles;
  /** The HTTP method, if there is one. */
  readonly method?: string | undefined;
  /** Equal requests have equal keys. */
  key(...args: readonly unknown[]): string;
  /** Whether `key` belongs to a request of this endpoint, whatever its arguments. */
  testKey?(key: string): boolean;
  /** Whether it cannot send its requests: another library does, for the components that show them. */
  readonly isSentElsewhere?: boolean | undefined;
  /** Sends the request. */
  request(args: readonly unknown[], options: RequestOptions): Promise<unknown>;
  /** Headers that let the server respond that what is stored has not changed. */
  conditional?: ConditionalHeaders | undefined;
  /** Set if responses are pages: then the fields beside the list count for the list's own response. */
  readonly isPage?: boolean | undefined;
}

/** The schema under which an endpoint's responses are stored. */
export function schemaOf(endpoint: EndpointInterface): Schema {
  return endpoint.schema as Schema;
}

/**
 * What a path's parameters name.
 *
 * | path | `own` | `parents` |
 * |---|---|---|
 * | `/projects/:project/tasks/:id` | | `project` |
 * | `/questions/:id/:slug` | `slug` | `id` |
 * | `/posts/:id{/:slug}`, which leads to the same without its slug | `id` | |
 * | `/users/:id/company` | | `id` |
 */
export interface ParamRoles {
  /** The parameter that, together with those before it, names what the path leads to. */
  readonly own?: string | undefined;
  /** The parameter that ends the path, even if it may name something else. */
  readonly last?: string | undefined;
  /** Those that name what is above that. */
  readonly parents: readonly string[];
}
