import { EndpointOptionError } from '../errors/EndpointOptionError';
import { NetworkError } from '../errors/NetworkError';
import { NO_ANSWER_STATUS } from '../errors/NO_ANSWER_STATUS';
import type { RequestOptions } from '../types/EndpointInterface';
import { type PathTemplate, parsePath } from '../url/PathTemplate';
import { searchToString } from '../url/searchToString';
import { anySignal } from './anySignal';
import { applyOptions, BaseEndpoint } from './BaseEndpoint';
import { checkInput, searchParamsFor } from './checkInput';
import {
  type CreationOptions,
  collectionIn,
  type ListMember,
  type MoveOptions,
  type PageOptions,
  type PageSchema,
  pageSchema,
} from './listOptions';
import { optimisticResponses } from './optimisticResponses';
import { partialBody } from './partialBody';
import type { Raw } from './Raw';
import type { RestArgs } from './RestArgs';
import type { Content, RestOptions } from './RestOptions';
import { readBody, readFailure } from './readBody';
import { JSON_CONTENT_TYPE, requestBody } from './requestBody';
import { splitArgs } from './splitArgs';

/** What a call of an endpoint with these options resolves to. */
export type RestResponse<Options extends RestOptions> = Options extends {
  readonly process: (...args: never[]) => infer Processed;
}
  ? Awaited<Processed>
  : Options extends { readonly content: infer Kind extends Exclude<Content, 'json'> }
    ? { text: string; blob: Blob; arrayBuffer: ArrayBuffer; stream: ReadableStream<Uint8Array> }[Kind]
    : Raw<SchemaIn<Options>>;

/** The schema among options; `undefined` when there is none. */
export type SchemaIn<Options> = Options extends { readonly schema: infer S } ? S : undefined;

/** Changed options over former ones. */
export type Merged<Options, Changes> = Omit<Options, keyof Changes> & Changes;

const SENDS_BODY = new Set(['POST', 'PUT', 'PATCH']);
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * One address of a REST API: how its URL is made, what is sent, what comes back.
 *
 * Called, it sends the request and resolves to the processed response; its
 * thunks (`fetch` and its sisters) put the answer into the store. All options can
 * be overridden as members of a subclass.
 *
 * @throws {InvalidPathError} when `path` is not a pattern that path-to-regexp reads
 * @throws {InputError} (rejects) when the body or the search parameters do not fit their schema; nothing is sent
 * @throws {NetworkError} (rejects) when the server answers with a failure
 * @throws {UnexpectedContentError} (rejects) when a schema waits for JSON and something else comes
 * @example
 * ```ts
 * import { Entity, RestEndpoint } from 'rdc-toolkit';
 *
 * class User extends Entity {
 *   id = '';
 *   name = '';
 *   static key = 'User';
 * }
 *
 * const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
 * const renameUser = getUser.extend({ method: 'PATCH', body: {} as { name: string } });
 * ```
 */
export class RestEndpoint<const Options extends RestOptions = RestOptions> extends BaseEndpoint<
  RestArgs<Options>,
  RestResponse<Options>,
  SchemaIn<Options>
> {
  /** Only a type: what `extend` builds on. */
  declare readonly '~options': Options;
  declare readonly path: Options['path'];
  declare readonly urlPrefix: string | undefined;
  declare readonly method: string;
  declare readonly searchParams: unknown;
  declare readonly body: unknown;
  declare readonly content: Content | undefined;
  declare readonly requestInit: RequestInit | undefined;
  declare readonly paginationField: string | undefined;
  declare readonly movePath: string | undefined;

  /** The options as they were given, for `extend`. */
  readonly #options: RestOptions;
  /** Endpoints made of this one: the same ones each time. */
  readonly #derived = new Map<string, unknown>();

  constructor(options: Options) {
    const given: RestOptions = options;
    const hasBody = 'body' in given && given.body !== undefined;
    const method = (given.method ?? (hasBody ? 'POST' : 'GET')).toUpperCase();
    const { name = `${method} ${given.urlPrefix ?? ''}${given.path}`, sideEffect } = given;
    const complete = { ...given, method, name, sideEffect: sideEffect ?? !READS.has(method) };
    super(complete);
    this.#options = given;
    if (typeof given.path !== 'string') {
      throw new EndpointOptionError(name, 'path', 'is missing', "Add it: path: '/things/:id'.");
    }
    parsePath(given.path);
  }

  /** The method and the URL, search parameters sorted: equal requests have equal keys. */
  key(...args: RestArgs<Options>): string {
    return `${this.method} ${this.url(...args)}`;
  }

  /** Whether `key` is that of a request of this endpoint, whatever its arguments. */
  testKey(key: string): boolean {
    const start = `${this.method} ${this.urlPrefix ?? ''}`;
    if (!key.startsWith(start)) return false;
    return this.template().match(key.slice(start.length)) !== undefined;
  }

  /**
   * The URL of a request: prefix, filled path, and the other parameters as a query.
   *
   * @throws {PathArgumentError} when the path cannot be filled with the arguments
   */
  url(...args: RestArgs<Options>): string {
    const template = this.template();
    const { params } = splitArgs(args, this.sendsBody());
    const search = searchParamsFor(this.searchParams, this.searchIn(params), this.paginationField);
    const query = this.searchToString(search);
    const path = template.fill(params);
    const separator = query === '' ? '' : path.includes('?') ? '&' : '?';
    return `${joined(this.urlPrefix ?? '', path)}${separator}${query}`;
  }

  /** How query parameters are written: names sorted, arrays repeated, nested names in brackets. */
  searchToString(params: Readonly<Record<string, unknown>>): string {
    return searchToString(params);
  }

  /** What goes to `fetch` besides the URL. May be async. */
  async getRequestInit(body: unknown): Promise<RequestInit> {
    const { headers, ...sent } = requestBody(body);
    const { headers: fixed, ...init } = this.requestInit ?? {};
    const all = new Headers({ Accept: JSON_CONTENT_TYPE });
    for (const part of [headers, fixed]) {
      new Headers(part).forEach((value, name) => {
        all.set(name, value);
      });
    }
    return { ...init, ...sent, method: this.method, headers: await this.getHeaders(all) };
  }

  /** The headers to send, given those that are needed anyway. May be async. */
  getHeaders(headers: HeadersInit): HeadersInit | Promise<HeadersInit> {
    return headers;
  }

  /** Sends the request. Rejects when the server does not answer, or answers with a failure. */
  async fetchResponse(input: string, init: RequestInit): Promise<Response> {
    const response = await answerOf(input, init);
    if (response.ok) return response;
    throw new NetworkError(`${this.method} ${input}`, response, await readFailure(response));
  }

  /** The body of an answer, read as `content` says; `null` when there is none. */
  parseResponse(response: Response): Promise<unknown> {
    return readBody(response, {
      content: this.content,
      expectsJson: this.schema !== undefined,
      request: `${this.method} ${response.url}`,
    });
  }

  /** Changes what the server answered before it is returned and stored. */
  process(value: unknown, ..._args: RestArgs<Options>): unknown {
    return value;
  }

  /** Sends the request; no store is touched. */
  async request(args: RestArgs<Options>, { signal }: RequestOptions): Promise<RestResponse<Options>> {
    const { params, body: given } = splitArgs(args, this.sendsBody());
    const url = this.url(...args);
    const { name: endpoint, searchParams, body: schema } = this;
    await checkInput({ endpoint, argument: 'searchParams', schema: searchParams }, this.searchIn(params));
    const body = this.sendsBody()
      ? await checkInput({ endpoint, argument: 'body', schema }, given)
      : undefined;
    const init = await this.getRequestInit(body);
    const stop = anySignal([signal, this.signal, init.signal]);
    const response = await this.fetchResponse(url, stop === undefined ? init : { ...init, signal: stop });
    return this.process(await this.parseResponse(response), ...args) as RestResponse<Options>;
  }

  /** A copy of this endpoint with other options. */
  extend<const Changes extends Partial<RestOptions>>(
    options: Changes,
  ): RestEndpoint<Merged<Options, Changes> & RestOptions> {
    const Class = this.constructor as new (options: RestOptions) => RestEndpoint<never>;
    const merged = { ...this.#options, ...options };
    const extended = new Class(merged);
    // What is asked for here wins over fields of the class, which are set when its constructor has run.
    applyOptions(extended, { ...merged, method: extended.method, name: extended.name });
    return extended as never;
  }

  /** An endpoint that creates an element at the end of this list. */
  get push(): RestEndpoint<CreationOptions<Options, 'push'>> {
    return this.creation('push');
  }

  /** An endpoint that creates an element at the beginning of this list. */
  get unshift(): RestEndpoint<CreationOptions<Options, 'unshift'>> {
    return this.creation('unshift');
  }

  /** An endpoint that puts entries into this map. */
  get assign(): RestEndpoint<CreationOptions<Options, 'assign'>> {
    return this.creation('assign');
  }

  /** An endpoint after which an element is no longer in this list. */
  get remove(): RestEndpoint<CreationOptions<Options, 'remove'>> {
    return this.creation('remove');
  }

  /** An endpoint that changes an element so that it belongs to other lists. */
  get move(): RestEndpoint<MoveOptions<Options>> {
    return this.derive('move', () => {
      const { movePath: path = this.path } = this;
      const collection = this.collection('move');
      const shown = this.shown(optimisticResponses.change(collection.element));
      const sent = 'body' in this.#options ? { body: partialBody(this.#options.body) } : {};
      return { path, method: 'PATCH', searchParams: undefined, schema: collection.move, ...sent, ...shown };
    });
  }

  /** An endpoint that fetches the page that `paginationField` names, and adds it to this list. */
  get getPage(): Options extends { readonly paginationField: string }
    ? RestEndpoint<PageOptions<Options>>
    : undefined {
    const { paginationField: field } = this;
    if (field === undefined) return undefined as never;
    const removeCursor = (params: unknown) => [{ ...(params as object), [field]: undefined }];
    return this.derive('getPage', () => ({ schema: pageSchema(this.schema, removeCursor) }));
  }

  /**
   * An endpoint that fetches one page and adds it to this list.
   *
   * @param removeCursor turns the arguments of a page into those of the list
   */
  paginated<Args extends readonly unknown[]>(
    removeCursor: (...args: Args) => readonly [...RestArgs<Options>],
  ): BaseEndpoint<Args, RestResponse<Options>, PageSchema<SchemaIn<Options>>> {
    const schema = pageSchema(this.schema, removeCursor as never);
    return this.extend({ schema, name: `${this.name}.page` }) as never;
  }

  private creation<Member extends ListMember>(
    member: Member,
  ): RestEndpoint<CreationOptions<Options, Member>> {
    return this.derive(member, () => ({
      method: 'POST',
      schema: this.collection(member)[member],
      ...this.shown(optimisticResponses.create),
    }));
  }

  private shown(getOptimisticResponse: RestOptions['getOptimisticResponse'] & {}): Partial<RestOptions> {
    return this.#options.optimistic ? { getOptimisticResponse } : {};
  }

  private collection(member: ListMember) {
    const collection = collectionIn(this.schema);
    if (collection !== undefined) return collection;
    const problem = `holds no Collection, so there is no list for \`${member}\``;
    throw new EndpointOptionError(this.name, 'schema', problem, 'Use schema: new Collection([MyEntity]).');
  }

  private derive<Derived>(member: string, changes: () => Partial<RestOptions>): Derived {
    const known = this.#derived.get(member);
    if (known !== undefined) return known as Derived;
    // Whether it has a side effect, and what it shows at once, are questions of the new method.
    const own = { sideEffect: undefined, getOptimisticResponse: undefined, name: `${this.name}.${member}` };
    const derived = this.extend({ ...own, ...changes() } as Partial<RestOptions>);
    this.#derived.set(member, derived);
    return derived as Derived;
  }

  private sendsBody(): boolean {
    if (READS.has(this.method)) return false;
    return 'body' in this.#options ? this.#options.body !== undefined : SENDS_BODY.has(this.method);
  }

  /** The parameters that the path does not name. */
  private searchIn(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const { names } = this.template();
    return Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)));
  }

  private template(): PathTemplate {
    return parsePath(this.path);
  }
}

/** Prefix and path with a slash between them, so that no value can continue the name of a host. */
function joined(prefix: string, path: string): string {
  return prefix === '' || prefix.endsWith('/') || /^([/?]|$)/.test(path)
    ? prefix + path
    : `${prefix}/${path}`;
}

async function answerOf(input: string, init: RequestInit): Promise<Response> {
  try {
    return await globalThis.fetch(input, init);
  } catch (error) {
    // A failure without an answer has a status like any other, so that handlers can ask for it.
    if ((error as Error).name !== 'AbortError') Object.assign(error as Error, { status: NO_ANSWER_STATUS });
    throw error;
  }
}
