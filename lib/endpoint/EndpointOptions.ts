import type { Snapshot } from '../selectors/snapshotOf';
import type { Concurrency, ConditionalHeaders, EndpointCallbacks } from '../types/EndpointInterface';
import type { Loose } from '../types/Loose';
import type { RetryOptions } from '../types/RetryOptions';
import type { SchemaFailurePolicy } from '../types/SchemaFailurePolicy';
import type { StandardSchema } from '../types/StandardSchema';

/** An optimistic stand-in for a response: data as the server would send it, or nothing. */
export type OptimisticResponse = object | string | null | undefined;

/** Options of every endpoint; a subclass can also override each as a member. */
export interface EndpointOptions {
  /** Identifies the endpoint in a log that went through JSON; must be unique. */
  readonly name?: string;
  /** The schema of the response. */
  readonly schema?: unknown;
  /**
   * Checks each response after `process`, with a Standard Schema (Zod, Valibot, ...). Its output is returned and
   * stored.
   */
  readonly responseSchema?: StandardSchema | undefined;
  /** What to do with response data that does not match: `reject`, `drop` or `keep`. @default 'reject' */
  readonly schemaFailurePolicy?: SchemaFailurePolicy | undefined;
  /** Called for each part of a response that was dropped or kept; a rejected response is an ordinary error. */
  readonly onSchemaFailure?: ((error: Error) => void) | undefined;
  /** True when a request changes something on the server. */
  readonly sideEffect?: boolean | undefined;
  /** How long a response is fresh, in milliseconds. @default 60_000 */
  readonly dataExpiryLength?: number | undefined;
  /** How long an error is kept before the request may be retried, in milliseconds. @default 1_000 */
  readonly errorExpiryLength?: number | undefined;
  /** Whether older data may be shown after a failure. @default `soft` without a response and from status 500 */
  readonly errorPolicy?: EndpointCallbacks['errorPolicy'] | undefined;
  /** Treats stale data as invalid: readers wait for new data instead of showing old data. */
  readonly invalidIfStale?: boolean | undefined;
  /** How often subscribed data is refetched, in milliseconds; pauses while the page is hidden. */
  readonly pollFrequency?: number | undefined;
  /** Also polls while the page is hidden. @default false */
  readonly pollWhileHidden?: boolean | undefined;
  /**
   * How often a failed request is retried, or all retry options. Mutations are not retried, unless
   * `sideEffects` or an `idempotencyKey` says that this is safe.
   *
   * @default that of the network manager
   */
  readonly retry?: number | RetryOptions | undefined;
  /**
   * How long one attempt may take, in milliseconds; then it fails with a `TimeoutError`.
   *
   * @default no limit
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Aborts a read once no code waits for it, and no component reads its response or subscribes to it.
   * @default false
   */
  readonly abortWhenUnused?: boolean | undefined;
  /** How mutations of the same record are scheduled: `parallel`, `serial` or `latest`. @default 'parallel' */
  readonly concurrency?: Concurrency | undefined;
  /**
   * The fields that a mutation writes, if neither its optimistic response nor its body shows them: names, or a function
   * of the arguments. Overlapping mutations of one record each keep the fields that they wrote.
   */
  readonly writes?: readonly string[] | ((...args: Loose) => readonly string[]) | undefined;
  /** Groups `serial` mutations: those with the same scope are sent one after the other. @default the record */
  readonly scope?: ((...args: Loose) => string) | undefined;
  /** Supplies the response of a mutation when the server sends no body, as with 204. */
  readonly whenEmpty?: (...args: Loose) => unknown;
  /**
   * Headers that let the server reply that nothing has changed, such as `ifNoneMatch`.
   *
   * @default none
   */
  readonly conditional?: ConditionalHeaders | undefined;
  /** Set when a response is a page of a list: fields beside the page then belong to the list. @internal */
  readonly isPage?: boolean | undefined;
  /** Aborts every request of this endpoint. */
  readonly signal?: AbortSignal | undefined;
  /** Equal requests have equal keys. */
  readonly key?: (...args: Loose) => string;
  /** Whether a key belongs to a request of this endpoint; used together with `key`. */
  readonly testKey?: (key: string) => boolean;
  /** The optimistic response, shown until the real one arrives. */
  readonly getOptimisticResponse?: ((snapshot: Snapshot, ...args: Loose) => OptimisticResponse) | undefined;
  /** Updates the results of other requests, by key, when the response of this one arrives. */
  readonly update?:
    | ((result: Loose, ...args: Loose) => Readonly<Record<string, (previous: Loose) => unknown>>)
    | undefined;
}

/** Options that each class declares itself, as methods or types. */
type OfClass = 'schema' | 'key' | 'testKey';

/**
 * The members that all endpoints share: their options, each `undefined` unless given.
 *
 * They are separate from the class because it has type parameters: the compiler would create all of them again for
 * every endpoint of an app.
 */
export interface EndpointMembers
  extends Required<Omit<EndpointOptions, OfClass | keyof EndpointCallbacks>>,
    EndpointCallbacks {}
