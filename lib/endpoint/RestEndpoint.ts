import { argumentError } from '../errors/argumentError';
import { checkReturned } from '../errors/checkValues';
import { describeValue } from '../errors/describeValue';
import { endpointOptionError } from '../errors/endpointOptionError';
import { pathArgumentError } from '../errors/pathArgumentError';
import { classOf } from '../plain/classOf';
import { isObject } from '../plain/isObject';
import { omitFields } from '../plain/omitFields';
import type { CollectionWriter } from '../schema/collectionWriter';
import type { ParamRoles, RequestOptions } from '../types/EndpointInterface';
import type { NoUnknown } from '../types/NoUnknown';
import { type PathTemplate, parsePath } from '../url/PathTemplate';
import { searchToString } from '../url/searchToString';
import type { ArgsAfter, ArgsOptions, Changeable, RestCallbackOptions, Unchanged } from './CallbackOptions';
import { checkContent } from './checkContent';
import { checkInput, searchParamsFor } from './checkInput';
import type { EmptyOf } from './EmptyOf';
import { derivedMember } from './endpointNames';
import { HttpEndpoint, READS } from './HttpEndpoint';
import { assertCollection, type CreationMember, creation, moving, paging } from './listMembers';
import type {
  ElementPath,
  ElementSchema,
  MapSchema,
  Option,
  PageSchema,
  SearchWithPage,
  SentBody,
  SentEntries,
  WrittenElement,
  WrittenEntries,
} from './listOptions';
import type { MergedOptions } from './MergedOptions';
import type { PartialBody } from './partialBody';
import type { RestArgs } from './RestArgs';
import type { RestOptions } from './RestOptions';
import type { RestResponse, SchemaIn } from './RestResponse';
import type { SideEffectOf } from './SideEffect';

const SENDS_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** The members that all REST endpoints share; separate from the class to save the compiler work. */
export interface RestMembers
  extends Required<
    Pick<RestOptions, 'urlPrefix' | 'searchParams' | 'body' | 'paginationField' | 'movePath' | 'optimistic'>
  > {}

// biome-ignore lint/correctness/noUnusedVariables: merged declarations have the same parameters
export interface RestEndpoint<Options extends RestOptions = RestOptions> extends RestMembers {}

/**
 * One endpoint of a REST API: its URL, its body and its response.
 *
 * Calling it sends the request and resolves to the processed response; its thunks, such as `fetch`, store the response.
 * A subclass can also override every option as a member.
 *
 * @throws {UsageError} when `path` is not a valid path-to-regexp pattern
 * @throws {InputError} (rejects) when the body or the search parameters do not match their schema; nothing
 * is sent
 * @throws {NetworkError} (rejects) when the server responds with a failure
 * @throws {InvalidResponseError} (rejects) when the response does not match its `responseSchema`
 * @throws {UnexpectedContentError} (rejects) when the response is not the JSON that a schema needs
 * @example
 * ```ts
 * import { Entity, RestEndpoint, type } from 'rdc-toolkit';
 *
 * class User extends Entity {
 *   id = '';
 *   name = '';
 *   static key = 'User';
 * }
 *
 * const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
 * const renameUser = getUser.extend({ method: 'PATCH', body: type<{ name: string }>() });
 * ```
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: what stands in the interface is set from the options
export class RestEndpoint<const Options extends RestOptions = RestOptions> extends HttpEndpoint<
  RestArgs<Options>,
  SchemaIn<Options>
> {
  declare readonly '~response': RestResponse<Options>;
  declare readonly '~empty': EmptyOf<Options>;
  declare readonly '~sideEffect': SideEffectOf<Options>;
  /** Only a type: the options that `extend` builds on. */
  declare readonly '~options': Options;
  declare readonly path: Options['path'];

  /** The given options, for `extend`. */
  readonly #options: RestOptions;

  constructor(options: Options & NoUnknown<keyof Options, keyof RestOptions>) {
    const restOptions: RestOptions = options;
    if (process.env.NODE_ENV !== 'production') checkPath(restOptions);
    const method = (restOptions.method ?? (restOptions.body === undefined ? 'GET' : 'POST')).toUpperCase();
    const name = `${method} ${restOptions.urlPrefix ?? ''}${restOptions.path}`;
    const withMethod = restOptions.method === undefined ? restOptions : { ...restOptions, method };
    super(withMethod, { method, name }, new.target !== RestEndpoint);
    this.#options = restOptions;
    // At this point, fields of a subclass are not set yet.
    if (process.env.NODE_ENV !== 'production' && new.target === RestEndpoint)
      checkContent(this, restOptions.name ?? name, HttpEndpoint.prototype);
  }

  /** The method and the URL with sorted search parameters: equal requests have equal keys. */
  key(...args: RestArgs<Options>): string {
    const url = this.url(...args);
    if (process.env.NODE_ENV !== 'production')
      checkReturned(`${this.name}(…)`, 'url', url, typeof url === 'string', 'Return the address, a string.');
    return `${this.method} ${url}`;
  }

  /** Whether `key` belongs to a request of this endpoint, with any arguments. */
  testKey(key: string): boolean {
    const start = `${this.method} ${withoutSlash(this.urlPrefix ?? '')}`;
    if (!key.startsWith(start)) return false;
    const path = key.slice(start.length);
    return [path, path.replace(/^\//, '')].some(each => this.#template().fits(each));
  }

  /**
   * The URL of a request: the prefix, the filled path, and the remaining parameters as a query.
   *
   * @throws {UsageError} when the arguments do not fill the path
   */
  url(...args: RestArgs<Options>): string {
    const { params } = this.#split(args);
    const search = searchParamsFor(this.searchParams, this.#searchIn(params), this.paginationField);
    const query = this.searchToString(search);
    if (process.env.NODE_ENV !== 'production') checkNamed(this.path, this.#template(), args);
    if (process.env.NODE_ENV !== 'production') checkParams(this.name, params);
    const path = this.#template().fill(params);
    const separator = query === '' ? '' : path.includes('?') ? '&' : '?';
    return `${joined(this.urlPrefix ?? '', path)}${separator}${query}`;
  }

  /** How query parameters are serialized: names sorted, arrays repeated, nested names in brackets. */
  searchToString(params: Readonly<Record<string, unknown>>): string {
    return searchToString(params);
  }

  /** Sends the request without touching the store. */
  async request(args: RestArgs<Options>, options: RequestOptions): Promise<this['~response']> {
    if (process.env.NODE_ENV !== 'production') checkContent(this, this.name, HttpEndpoint.prototype);
    const { params, body } = this.#split(args);
    const url = this.#urlIn(options.key) ?? this.url(...args);
    const { name, searchParams, paginationField } = this;
    await checkInput(name, 'searchParams', searchParams, this.#searchIn(params), paginationField);
    // Awaited even without a body, so that requests of one tick are sent in the order in which they began.
    const sentBody = await (this.#sendsBody() ? checkInput(name, 'body', this.body, body) : undefined);
    return this.send(url, sentBody, args, options);
  }

  /** The body among a request's arguments; `undefined` if it sends none. */
  bodyOf(args: readonly unknown[]): unknown {
    return this.#split(args).body;
  }

  /** @internal Which roles the parameters of the path have. */
  paramRoles(params: object): ParamRoles {
    return this.#template().roles(params as Params);
  }

  /** The URL inside a key, unless the endpoint makes its own keys. */
  #urlIn(key: string | undefined): string | undefined {
    const start = `${this.method} `;
    return this.key === RestEndpoint.prototype.key && key?.startsWith(start)
      ? key.slice(start.length)
      : undefined;
  }

  /**
   * A copy of the same class with other options. It inherits all options except the name: in a log, two endpoints with
   * the same name could not be distinguished.
   */
  extend<
    const Changes extends Changeable<RestOptions>,
    const Path extends string | Unchanged = Unchanged,
    const Method extends string | Unchanged = Unchanged,
    Search = Unchanged,
    Body = Unchanged,
  >(
    changes: Changes &
      NoUnknown<keyof Changes, keyof RestOptions> &
      ArgsOptions<Path, Method, Search, Body> &
      RestCallbackOptions<ArgsAfter<Options, Required<ArgsOptions<Path, Method, Search, Body>>>>,
  ): RestEndpoint<MergedOptions<Options, Changes>> {
    const Class = this.constructor as new (options: RestOptions) => RestEndpoint<never>;
    return new Class({ ...this.#options, name: undefined, ...changes } as never) as never;
  }

  // The options of the members below are written out, because the compiler would resolve an alias for each endpoint.

  /** An endpoint that creates an element and appends it to this list. */
  get push(): RestEndpoint<{
    readonly path: Options['path'];
    readonly method: 'POST';
    readonly searchParams: Option<Options, 'searchParams'>;
    readonly body: SentBody<Options>;
    readonly schema: CollectionWriter<WrittenElement<Options>, ElementSchema<Options>>;
  }> {
    return this.#creation('push');
  }

  /** An endpoint that creates an element and prepends it to this list. */
  get unshift(): RestEndpoint<{
    readonly path: Options['path'];
    readonly method: 'POST';
    readonly searchParams: Option<Options, 'searchParams'>;
    readonly body: SentBody<Options>;
    readonly schema: CollectionWriter<WrittenElement<Options>, ElementSchema<Options>>;
  }> {
    return this.#creation('unshift');
  }

  /** An endpoint that adds entries to this map. */
  get assign(): RestEndpoint<{
    readonly path: Options['path'];
    readonly method: 'POST';
    readonly searchParams: Option<Options, 'searchParams'>;
    readonly body: SentEntries<Options>;
    readonly schema: CollectionWriter<WrittenEntries<Options>, MapSchema<Options>>;
  }> {
    return this.#creation('assign');
  }

  /** An endpoint that removes an element from this list. */
  get remove(): RestEndpoint<{
    readonly path: Options['path'];
    readonly method: 'POST';
    readonly searchParams: Option<Options, 'searchParams'>;
    readonly body: SentBody<Options>;
    readonly schema: CollectionWriter<WrittenElement<Options>, ElementSchema<Options>>;
  }> {
    return this.#creation('remove');
  }

  /** An endpoint that changes an element and moves it to other lists. */
  get move(): RestEndpoint<{
    readonly path: ElementPath<Options>;
    readonly method: 'PATCH';
    readonly body: PartialBody<SentBody<Options>>;
    readonly schema: CollectionWriter<WrittenElement<Options>, ElementSchema<Options>>;
  }> {
    return this.#derive('move', () => moving(this));
  }

  /** An endpoint that fetches the page that `paginationField` names, and adds it to this list. */
  get getPage(): Options extends { readonly paginationField: string }
    ? RestEndpoint<{
        readonly path: Options['path'];
        readonly method: 'GET';
        readonly searchParams: SearchWithPage<Options>;
        readonly schema: PageSchema<SchemaIn<Options>>;
        readonly meta: Option<Options, 'meta'>;
      }>
    : undefined {
    const { paginationField: field } = this;
    if (field === undefined) return undefined as never;
    if (process.env.NODE_ENV !== 'production') assertCollection(this, 'getPage');
    const removeCursor = (params: unknown) => [{ ...(params as object), [field]: undefined }];
    return this.#derive('getPage', () => paging(this, removeCursor));
  }

  /**
   * An endpoint that fetches one page and adds it to this list, for cursors that are not a single field of the
   * arguments.
   *
   * @param removeCursor turns the arguments of a page into the arguments of the list
   */
  paginated<Args extends readonly [params?: unknown]>(
    removeCursor: (...args: Args) => readonly [...RestArgs<Options>],
  ): RestEndpoint<{
    readonly path: Options['path'];
    readonly method: 'GET';
    readonly searchParams: Args[0];
    readonly schema: PageSchema<SchemaIn<Options>>;
  }> {
    if (process.env.NODE_ENV !== 'production' && typeof removeCursor !== 'function') {
      const problem = `it was given ${describeValue(removeCursor)}`;
      const fix = "Use .extend({ paginationField: 'cursor' }).getPage for one parameter, or pass a function.";
      throw argumentError(`${this.name}.paginated()`, problem, fix);
    }
    if (process.env.NODE_ENV !== 'production') assertCollection(this, 'paginated');
    const changes = paging(this, removeCursor as never);
    return this.extend({
      ...NOT_DERIVED,
      name: `${this.name}.page`,
      // A cursor is not one of the list's own parameters.
      searchParams: undefined,
      ...changes,
    } as never) as never;
  }

  #creation<Derived>(member: CreationMember): Derived {
    return this.#derive(member, () => creation(this, member));
  }

  #derive<Derived>(member: string, changes: () => Partial<RestOptions>): Derived {
    const make = () => this.extend({ ...NOT_DERIVED, ...changes() } as never);
    return derivedMember(this, member, make) as Derived;
  }

  /** The body is the last argument; a single argument is the body unless the path has required parameters. */
  #split(args: readonly unknown[]): { readonly params: Params; readonly body: unknown } {
    const [first, second] = args;
    const sendsBody = this.#sendsBody();
    return sendsBody && args.length < 2 && this.#template().required.length === 0
      ? { params: {}, body: first }
      : { params: isObject(first) ? (first as Params) : {}, body: sendsBody ? second : undefined };
  }

  #sendsBody(): boolean {
    if (READS.has(this.method)) return false;
    return 'body' in this.#options ? this.#options.body !== undefined : SENDS_BODY.has(this.method);
  }

  /** The parameters that the path does not contain. */
  #searchIn(params: Params): Params {
    return omitFields(params, this.#template().names);
  }

  #template(): PathTemplate {
    return parsePath(this.path);
  }
}

type Params = Readonly<Record<string, unknown>>;

/**
 * Options of one request that a derived endpoint must not inherit: under the same key, for example, a created record
 * would replace the list.
 */
const NOT_DERIVED = {
  key: undefined,
  testKey: undefined,
  sideEffect: undefined,
  update: undefined,
  getOptimisticResponse: undefined,
};

/** A prefix without its trailing slash: after two slashes, the path would be read as a host name. */
function withoutSlash(prefix: string): string {
  return prefix.replace(/\/$/, '');
}

/** Joins prefix and path with one slash, so that no value can extend the host name. */
function joined(prefix: string, path: string): string {
  if (path.startsWith('/')) return withoutSlash(prefix) + path;
  return prefix === '' || prefix.endsWith('/') || /^(\?|$)/.test(path) ? prefix + path : `${prefix}/${path}`;
}

function checkPath(options: Partial<RestOptions> | null | undefined) {
  const { path, name, method = 'GET', urlPrefix = '' } = options ?? {};
  const refuse = (option: string, value: unknown, fix: string) => {
    const address = typeof path === 'string' ? `${String(method)} ${path}` : `a ${String(method)} endpoint`;
    const problem = value === undefined ? 'is missing' : `is ${describeValue(value)}`;
    throw endpointOptionError(typeof name === 'string' ? name : address, option, problem, fix);
  };
  if (typeof method !== 'string') refuse('method', method, 'Pass a string.');
  if (typeof path !== 'string') refuse('path', path, "Write path: '/things/:id'.");
  if (typeof urlPrefix !== 'string') refuse('urlPrefix', urlPrefix, 'Pass a string.');
  parsePath(path as string);
}

/** Refuses a `Map` and the like: its entries are not properties, so none would be sent. */
function checkParams(name: string, params: object) {
  const kind = classOf(params);
  if (kind !== 'Map' && kind !== 'URLSearchParams' && kind !== 'FormData') return;
  throw argumentError(
    `${name}(…)`,
    `its parameters are a ${kind}`,
    'Pass a plain object: Object.fromEntries(…).',
  );
}

/** Refuses a bare key, `get(5)` instead of `get({ id: 5 })`, with its own message. */
function checkNamed(path: string, { required: [name] }: PathTemplate, [first]: readonly unknown[]) {
  if (name === undefined || (typeof first !== 'string' && typeof first !== 'number')) return;
  throw pathArgumentError(path, name, first, `Pass it by name: { ${name}: ${JSON.stringify(first)} }.`);
}
