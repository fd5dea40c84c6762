import { describeValue } from '../errors/describeValue';
import { endpointOptionError } from '../errors/endpointOptionError';
import { type GQLError, GQLNetworkError } from '../errors/GQLNetworkError';
import { jsonOf, sorted } from '../errors/jsonOf';
import { NetworkError } from '../errors/NetworkError';
import { UnexpectedContentError } from '../errors/UnexpectedContentError';
import { isEmpty } from '../plain/isEmpty';
import { isPlainObject } from '../plain/isPlainObject';
import type { RequestOptions } from '../types/EndpointInterface';
import type { CallbackOptions, Changeable } from './CallbackOptions';
import type { GQLOperation, GQLOptions } from './GQLOptions';
import { HttpEndpoint } from './HttpEndpoint';
import type { Raw } from './Raw';
import type { SideEffectIf } from './SideEffect';

/** Variables of a GraphQL operation. */
export type GQLVariables = Readonly<Record<string, unknown>>;

/** The arguments of an operation. */
type ArgsOf<Operation> = Operation extends (...args: infer Args) => string
  ? Args extends readonly [variables?: object]
    ? Args
    : never
  : [variables?: GQLVariables];

/**
 * A GraphQL server, from which you create operations. They share cache and tables with REST.
 *
 * The key of an operation consists of the URL, its name and its variables. `errors` in a response reject with a
 * `GQLNetworkError`, whatever the status.
 *
 * @example
 * ```ts
 * import { Entity, GQLEndpoint } from 'rdc-toolkit';
 *
 * class User extends Entity {
 *   id = '';
 *   name = '';
 *   static key = 'User';
 * }
 *
 * const gql = new GQLEndpoint('https://api.example.com/graphql');
 * const getUser = gql.query(
 *   (_variables: { id: string }) => `query getUser($id: ID!) { user(id: $id) { id name } }`,
 *   { user: User },
 * );
 * const { user } = await getUser({ id: '5' });
 * ```
 */
export class GQLEndpoint<
  Args extends readonly unknown[] = readonly never[],
  const S = undefined,
  const Effect = undefined,
> extends HttpEndpoint<Args, S> {
  declare readonly '~response': Raw<S>;
  declare readonly '~empty': never;
  declare readonly '~sideEffect': SideEffectIf<Effect>;
  declare readonly operation: GQLOperation | undefined;

  /** Not `#url`, because definitions are compared by their members. */
  private readonly server: string;
  readonly #options: GQLOptions;

  constructor(url: string, options: GQLOptions = {}) {
    if (process.env.NODE_ENV !== 'production' && typeof url !== 'string') {
      const fix = "Write new GQLEndpoint('https://api.example.com/graphql').";
      throw endpointOptionError('a GQLEndpoint', 'url', `is ${describeValue(url)}`, fix);
    }
    // Keys are made from the name, so no resource may rename the endpoint.
    const name =
      options.name ?? (options.operation === undefined ? `GraphQL ${url}` : nameOf(options.operation));
    super({ ...options, name }, { name, method: 'POST' }, new.target !== GQLEndpoint);
    this.server = url;
    this.#options = options;
  }

  /** Creates an endpoint that reads. */
  query<const Operation extends GQLOperation, const Result>(
    operation: Operation,
    schema?: Result,
    options: GQLOptions = {},
  ): GQLEndpoint<ArgsOf<Operation>, Result> {
    return this.extend({ ...options, operation, schema, sideEffect: false }) as never;
  }

  /** Creates a mutation: its requests are never shared or retried. */
  mutation<const Operation extends GQLOperation, const Result>(
    operation: Operation,
    schema?: Result,
    options: Changeable<GQLOptions> & CallbackOptions<ArgsOf<Operation>> = {},
  ): GQLEndpoint<ArgsOf<Operation>, Result, true> {
    return this.extend({ ...options, operation, schema, sideEffect: true } as GQLOptions) as never;
  }

  /** A copy of the same class with other options; it keeps the name unless the operation changes. */
  extend<const Changes extends Changeable<GQLOptions>>(
    changes: Changes & CallbackOptions<Args>,
  ): GQLEndpoint<
    Args,
    Changes extends { readonly schema: infer Result } ? Result : S,
    Changes extends { readonly sideEffect: infer Other } ? Other : Effect
  > {
    const Class = this.constructor as new (url: string, options: GQLOptions) => GQLEndpoint;
    const { name, ...others } = this.#options;
    const kept = changes.operation === undefined && name !== undefined ? { name } : {};
    return new Class(this.server, { ...others, ...kept, ...changes }) as never;
  }

  /** The URL, the name and the sorted variables: equal requests have equal keys. */
  key(...args: Args): string {
    return `${this.keyStart()}${jsonOf(`${this.name}(…)`, 'variables', args[0] ?? {}, sorted)}`;
  }

  /** Whether `key` belongs to a request of this endpoint, with any variables. */
  testKey(key: string): boolean {
    // The name of another operation may start with this one's.
    return key.startsWith(`${this.keyStart()}{`);
  }

  /** Always `undefined`: variables do not show which fields are written; the option `writes` does. */
  bodyOf(_args: readonly unknown[]): unknown {
    return undefined;
  }

  /** The address of the server. */
  url(..._args: Args): string {
    return this.server;
  }

  /** Sends the request without touching the store. */
  async request(args: Args, options: RequestOptions): Promise<Raw<S>> {
    const [variables] = args;
    return this.send(this.url(...args), { query: this.text(args), variables }, args, options);
  }

  /** Sends the request. Rejects with the server's `errors`, even if the status is a failure. */
  override async fetchResponse(input: string, init: RequestInit): Promise<Response> {
    try {
      return await super.fetchResponse(input, init);
    } catch (error) {
      if (error instanceof NetworkError) this.graphQLDataIn(error.data, error.response, error);
      throw error;
    }
  }

  /** The `data` of a response. Rejects with its `errors`, or when it is not a GraphQL response. */
  override async parseResponse(response: Response): Promise<unknown> {
    const body = await super.parseResponse(response);
    if (!isGraphQL(body)) throw this.unexpected(body, response);
    return this.graphQLDataIn(body, response);
  }

  /**
   * The `data` in the body of a response. A base query of RTK Query returns only that body, or its `data`.
   *
   * @param failure the error to throw if the body lists no errors
   */
  private graphQLDataIn(body: unknown, response: Response | undefined, failure?: Error): unknown {
    const { errors, data } = responseIn(body);
    if (errors !== undefined)
      throw new GQLNetworkError(this.described(), response ?? new Response(), errors, data);
    if (failure !== undefined) throw failure;
    if (isGraphQL(body)) return data;
    const names = Object.keys((this as { readonly schema?: unknown }).schema ?? {});
    const hasField = (name: string) => Object.hasOwn(body as object, name);
    const isData = isPlainObject(body) && (names.length === 0 || names.some(hasField));
    if (response === undefined || isData) return body;
    throw this.unexpected(body, response);
  }

  private unexpected(body: unknown, response: Response): UnexpectedContentError {
    const request = `${this.method} ${this.server}`;
    return new UnexpectedContentError(request, response, JSON.stringify(body) ?? '', 'a GraphQL response');
  }

  private text(args: Args): string {
    const { operation } = this;
    if (process.env.NODE_ENV !== 'production' && operation === undefined) {
      const problem = 'is missing, so there is nothing to send';
      const fix = 'Call what .query(...) or .mutation(...) returns.';
      throw endpointOptionError(this.name, 'operation', problem, fix);
    }
    return textOf(operation as GQLOperation, args);
  }

  private keyStart(): string {
    return `${this.method} ${this.server} ${this.name} `;
  }

  private described(): string {
    return `${this.name} at ${this.server}`;
  }
}

/** An operation's name; for an anonymous one its text, which identifies it as well. */
function nameOf(operation: GQLOperation): string {
  if (
    process.env.NODE_ENV !== 'production' &&
    typeof operation !== 'string' &&
    typeof operation !== 'function'
  ) {
    const fix = 'Pass its text, or a function that returns it. For a parsed document: print(document).';
    const problem = `is ${describeValue(operation)}`;
    throw endpointOptionError('a GraphQL operation', 'operation', problem, fix);
  }
  // Removes comments, but not a `#` in quotes.
  const text = textWithout(operation).replace(/("(?:\\.|[^"\\\n])*")|#[^\n]*/g, '$1');
  const [, name] = /(?:^|\})\s*(?:query|mutation|subscription)\s+([_A-Za-z]\w*)/.exec(text) ?? [];
  return name ?? text.replace(/\s+/g, ' ').trim();
}

function textOf(operation: GQLOperation, args: readonly unknown[]): string {
  return typeof operation === 'string' ? operation : operation(...(args as readonly never[]));
}

/** The text without variables: they are sent beside it, so few functions need them to make it. */
function textWithout(operation: GQLOperation): string {
  try {
    return textOf(operation, [{}]);
  } catch (error) {
    if (process.env.NODE_ENV !== 'production') {
      const problem = 'is missing, and cannot be derived: the function throws without variables';
      const fix = "Add one: query(variables => ..., schema, { name: 'getUser' }).";
      throw endpointOptionError('a GraphQL operation', 'name', problem, fix);
    }
    throw error;
  }
}

interface GQLResponse {
  /** `undefined` when there are none. */
  readonly errors: readonly GQLError[] | undefined;
  readonly data: unknown;
}

function responseIn(body: unknown): GQLResponse {
  const { errors, data } = (typeof body === 'object' && body !== null ? body : {}) as Partial<GQLResponse>;
  const isNone = !errors || (isPlainObject(errors) && isEmpty(errors));
  const list = isNone ? [] : [errors].flat().map(errorOf);
  return { errors: list.length > 0 ? list : undefined, data: data ?? null };
}

/** Converts an error to the specification's form: gateways send texts, or a single error. */
function errorOf(error: unknown): GQLError {
  if (isPlainObject(error) && typeof error.message === 'string') return error as object as GQLError;
  return { message: typeof error === 'string' ? error : JSON.stringify(error) };
}

/** Every GraphQL response has one of the two, https://spec.graphql.org/October2021/#sec-Response-Format. */
function isGraphQL(body: unknown): boolean {
  return isPlainObject(body) && ('data' in body || 'errors' in body);
}
