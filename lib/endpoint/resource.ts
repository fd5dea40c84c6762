import { EndpointOptionError } from '../errors/EndpointOptionError';
import { Collection, type CollectionOptions, type NonFilterArgumentKeys } from '../schema/Collection';
import type { EntityClass, EntityFields } from '../schema/EntityClass';
import { Invalidate } from '../schema/Invalidate';
import type { ListContents } from '../schema/listContents';
import type { Denormalized } from '../types/Denormalized';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Loose } from '../types/Loose';
import type { Schema } from '../types/Schema';
import type { RemoveLastArg } from '../url/PathParams';
import { parsePath } from '../url/PathTemplate';
import { removeLastArg } from '../url/removeLastArg';
import type { EndpointOptions } from './EndpointOptions';
import { type Extensible, extendResource } from './extendResource';
import { optimisticResponses } from './optimisticResponses';
import { type PartialBody, partialBody } from './partialBody';
import { RestEndpoint } from './RestEndpoint';
import type { RestOptions } from './RestOptions';

/** Options that all members of a resource share. */
export type EndpointExtraOptions = Pick<
  EndpointOptions,
  'dataExpiryLength' | 'errorExpiryLength' | 'errorPolicy' | 'invalidIfStale' | 'pollFrequency'
>;

/** What a group of endpoints over one kind of record is made of. */
export interface ResourceOptions extends EndpointExtraOptions {
  /** Pattern of the path of one record, such as `/todos/:id`. */
  readonly path: string;
  /** Schema of one record: usually an entity class or a `Union`. */
  readonly schema: unknown;
  /** Put before the path of every member. */
  readonly urlPrefix?: string;
  /**
   * What creations and updates send: a Standard Schema (Zod, Valibot, ...) that checks it first, or a
   * sample that only says its type. `partialUpdate` and `getList.move` take some of its fields.
   *
   * @default some of the record's fields
   */
  readonly body?: unknown;
  /** The query parameters of `getList` and of what it derives: a Standard Schema, or a sample of their type. */
  readonly searchParams?: unknown;
  /** Name of the query parameter that numbers pages; `getList.getPage` exists with it. */
  readonly paginationField?: string;
  /** Shows the outcome of every mutation before the server has answered. */
  readonly optimistic?: boolean;
  /** Makes all members. @default RestEndpoint */
  readonly Endpoint?: new (
    options: Loose,
  ) => EndpointInterface;
  /** Makes the schema of `getList`. @default Collection */
  readonly Collection?: new (
    schema: Loose,
    options?: Loose,
  ) => Collection<ListContents>;
  /** Arguments of lists that do not filter them, such as an order. @default names that start with `order` */
  readonly nonFilterArgumentKeys?: NonFilterArgumentKeys;
}

type Option<Options, Name extends string, Otherwise> = Options extends { readonly [Key in Name]: infer Value }
  ? Value
  : Otherwise;

type BodyOf<Options extends ResourceOptions> = Option<
  Options,
  'body',
  Partial<EntityFields<Denormalized<Options['schema']>>>
>;

interface ItemOptions<Options extends ResourceOptions, Method extends string> {
  readonly path: Options['path'];
  readonly method: Method;
  readonly schema: Options['schema'];
}

interface ChangeOptions<Options extends ResourceOptions, Method extends string, Body>
  extends ItemOptions<Options, Method> {
  readonly body: Body;
}

interface DeleteOptions<Options extends ResourceOptions> {
  readonly path: Options['path'];
  readonly method: 'DELETE';
  readonly schema: Invalidate<Extract<Options['schema'], EntityClass>>;
}

interface ListOptions<Options extends ResourceOptions> {
  readonly path: RemoveLastArg<Options['path']>;
  readonly movePath: Options['path'];
  readonly method: 'GET';
  readonly searchParams: Option<Options, 'searchParams', undefined>;
  readonly body: BodyOf<Options>;
  readonly paginationField: Option<Options, 'paginationField', undefined>;
  readonly schema: Collection<readonly [Options['schema'] & Schema]>;
}

/** The members of a resource. */
export interface ResourceMembers<Options extends ResourceOptions> {
  /** GET one record. */
  readonly get: RestEndpoint<ItemOptions<Options, 'GET'>>;
  /** GET a list; `push`, `unshift`, `getPage` and `move` write to it. */
  readonly getList: RestEndpoint<ListOptions<Options>>;
  /** PUT one record. */
  readonly update: RestEndpoint<ChangeOptions<Options, 'PUT', BodyOf<Options>>>;
  /** PATCH some fields of one record. */
  readonly partialUpdate: RestEndpoint<ChangeOptions<Options, 'PATCH', PartialBody<BodyOf<Options>>>>;
  /** DELETE one record: it leaves its table and all lists. */
  readonly delete: RestEndpoint<DeleteOptions<Options>>;
}

/**
 * A group of endpoints over one kind of record.
 *
 * | member | request | result |
 * |---|---|---|
 * | `get` | GET path | the record |
 * | `getList` | GET path without its last argument | the list of these arguments |
 * | `getList.push`, `.unshift` | POST the list's path | the record, now in each matching list |
 * | `getList.getPage` | GET the list's path | the page, now at the end of the list |
 * | `getList.move` | PATCH path | the record, now in the lists it matches |
 * | `update`, `partialUpdate` | PUT, PATCH path | the record |
 * | `delete` | DELETE path | its key; the record is gone everywhere |
 *
 * @throws {InvalidPathError} when `path` is not a pattern that path-to-regexp reads
 * @throws {EndpointOptionError} when an option cannot work
 * @example
 * ```ts
 * import { Entity, resource } from 'rdc-toolkit';
 *
 * class Todo extends Entity {
 *   id = '';
 *   title = '';
 *   completed = false;
 *   static key = 'Todo';
 * }
 *
 * const TodoResource = resource({ path: '/todos/:id', schema: Todo });
 * const todo = await TodoResource.get({ id: 5 });
 * ```
 */
export function resource<const Options extends ResourceOptions>(
  options: Options,
): Extensible<ResourceMembers<Options>> {
  checkOptions(options);
  const { path, schema, urlPrefix, searchParams, body, paginationField } = options;
  const { optimistic, nonFilterArgumentKeys } = options;
  const { Endpoint = RestEndpoint, Collection: ListSchema = Collection } = options;
  const { dataExpiryLength, errorExpiryLength, errorPolicy, invalidIfStale, pollFrequency } = options;
  const shared = {
    urlPrefix,
    dataExpiryLength,
    errorExpiryLength,
    errorPolicy,
    invalidIfStale,
    pollFrequency,
  };
  const name = nameOf(options);
  const list: CollectionOptions = { nonFilterArgumentKeys };

  /** Options given here win over fields of a class of one's own, which are set when its constructor has run. */
  const member = (memberName: string, own: Omit<RestOptions, 'path'> & { readonly path?: string }) => {
    const given = Object.entries({ path, schema, ...shared, ...own, name: `${name}.${memberName}` });
    const known = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    return (new Endpoint(known) as RestEndpoint).extend(known);
  };
  const shows = (getOptimisticResponse: RestOptions['getOptimisticResponse']) =>
    optimistic && getOptimisticResponse !== undefined ? { getOptimisticResponse } : {};
  const change = shows(optimisticResponses.change(schema));

  const members = {
    get: member('get', { method: 'GET' }),
    getList: member('getList', {
      method: 'GET',
      path: removeLastArg(path),
      movePath: path,
      searchParams,
      body,
      paginationField,
      schema: new ListSchema([schema], list),
      ...(optimistic && { optimistic }),
    }),
    update: member('update', { method: 'PUT', body, ...change }),
    partialUpdate: member('partialUpdate', { method: 'PATCH', body: partialBody(body), ...change }),
    delete: member('delete', {
      method: 'DELETE',
      schema: new Invalidate(schema as EntityClass),
      process: deletedOf,
      ...shows(optimisticResponses.remove),
    }),
  };
  return extendResource(name, members) as unknown as Extensible<ResourceMembers<Options>>;
}

/** What tells which record a deletion was about: what the server says, or else what it was asked. */
function deletedOf(value: unknown, ...[params]: readonly unknown[]): unknown {
  if (typeof value === 'string') return value === '' ? params : value;
  const isTold = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  return isTold ? value : params;
}

function nameOf({ schema, path }: ResourceOptions): string {
  const { key } = (schema ?? {}) as { readonly key?: unknown };
  return typeof key === 'string' && key !== '' ? key : path;
}

function checkOptions(options: ResourceOptions) {
  const name = `resource(${JSON.stringify(options.path)})`;
  if ('endpoint' in options) {
    throw new EndpointOptionError(
      name,
      'endpoint',
      'does not exist',
      'It is spelled with a capital: `Endpoint`.',
    );
  }
  if (options.schema === undefined || options.schema === null) {
    throw new EndpointOptionError(name, 'schema', 'is missing', 'Add the class of the record: schema: Todo.');
  }
  if (typeof options.path !== 'string' || parsePath(options.path).names.length === 0) {
    throw new EndpointOptionError(
      name,
      'path',
      'has no parameter, so that a record and its list would have one address',
      "Name the record's key in it: path: '/todos/:id'.",
    );
  }
}
