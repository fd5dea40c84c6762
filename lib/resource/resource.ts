import { nameMember } from '../endpoint/endpointNames';
import { acceptedUpdate, optimisticResponses, placed } from '../endpoint/optimisticResponses';
import { ownParam } from '../endpoint/ownParam';
import { partialBody } from '../endpoint/partialBody';
import type { WithSearch } from '../endpoint/RestArgs';
import { RestEndpoint } from '../endpoint/RestEndpoint';
import type { RestOptions } from '../endpoint/RestOptions';
import { filterFields } from '../plain/filterFields';
import { isObject } from '../plain/isObject';
import { Collection } from '../schema/Collection';
import type { CollectionKey } from '../schema/collectionKey';
import type { KeptRecord, Membership } from '../schema/Membership';
import { Removal } from '../schema/Removal';
import { inPlace } from '../schema/responseParts';
import type { NoUnknown } from '../types/NoUnknown';
import type { PathParams, RemoveLastArg } from '../url/PathParams';
import { removeLastArg } from '../url/removeLastArg';
import { checkResourceOptions } from './checkResourceOptions';
import { type Extensible, extendResource } from './extendResource';
import type { ResourceMembers } from './ResourceMembers';
import { EXTRA_OPTIONS, type ResourceOptions } from './ResourceOptions';

/**
 * What `resource(options)` returns.
 *
 * Write it out where `isolatedDeclarations` requires a type.
 *
 * @example
 * ```ts
 * import { Entity, type Resource, resource } from 'rdc-toolkit';
 *
 * class Todo extends Entity {
 *   id = '';
 *   title = '';
 *   static key = 'Todo';
 * }
 *
 * export const TodoResource: Resource<{ path: '/todos/:id'; schema: typeof Todo }> = resource({
 *   path: '/todos/:id',
 *   schema: Todo,
 * });
 * ```
 */
export type Resource<Options extends ResourceOptions> = Extensible<ResourceMembers<Options>>;

/**
 * A group of endpoints for one kind of record.
 *
 * | member | request | result |
 * |---|---|---|
 * | `get` | GET path | the record |
 * | `getList` | GET path without its last argument | the list for these arguments |
 * | `getList.push`, `.unshift` | POST the list's path | the record, now in each matching list |
 * | `getList.getPage` | GET the list's path | the page, now at the end of the list |
 * | `getList.move` | PATCH path | the record, now in the lists it matches |
 * | `update`, `partialUpdate` | PUT, PATCH path | the record |
 * | `delete` | DELETE path | its key; the record is removed everywhere |
 *
 * @throws {UsageError} when `path` is not a valid path-to-regexp pattern
 * @throws {UsageError} when an option cannot work
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
export function resource<
  const Options extends ResourceOptions,
  S = Options['schema'],
  const Path extends string = string,
  Search = undefined,
>(
  options: Options &
    NoUnknown<keyof Options, keyof ResourceOptions | keyof Membership<never>> & {
      readonly schema: S;
      readonly path: Path;
      readonly searchParams?: Search;
    } & Membership<KeptRecord<S>, ListArgs<Path, Search>>,
): Resource<Options> {
  const resourceOptions: ResourceOptions & Membership<never, never> = options;
  if (process.env.NODE_ENV !== 'production') checkResourceOptions(resourceOptions);
  const { path, schema, optimistic, Collection: ListSchema = Collection } = resourceOptions;
  const { paginationField, searchParams, body, nonFilterArgumentKeys, belongs, addTo } = resourceOptions;
  const name = nameOf(resourceOptions);
  const member = memberMaker(name, resourceOptions);
  const optimisticOption = (getOptimisticResponse: RestOptions['getOptimisticResponse'] & {}) =>
    optimistic ? { getOptimisticResponse } : {};
  const recordParam = ownParam(path);
  const change = {
    ...optimisticOption(optimisticResponses.change(schema, path)),
    recordParam,
    whenEmpty: placed(schema, acceptedUpdate(schema, path)),
  };
  // `body: undefined` means that nothing is sent.
  const sentBody = 'body' in resourceOptions ? { body } : {};
  const partialSentBody = 'body' in resourceOptions ? { body: partialBody(body) } : {};

  const members = {
    get: member('get', { method: 'GET' }),
    getList: member('getList', {
      method: 'GET',
      path: removeLastArg(path),
      movePath: path,
      searchParams,
      ...sentBody,
      paginationField,
      schema: new ListSchema([schema], { nonFilterArgumentKeys, belongs, addTo }),
      optimistic,
    }),
    update: member('update', { method: 'PUT', ...sentBody, ...change }),
    partialUpdate: member('partialUpdate', { method: 'PATCH', ...partialSentBody, ...change }),
    delete: member('delete', {
      method: 'DELETE',
      schema: new Removal(schema),
      recordParam,
      process: processDeleted(schema),
      // For network managers that do not call `process`.
      whenEmpty: placed(schema, (params: unknown) => params),
      ...optimisticOption(optimisticResponses.remove(schema)),
    }),
  };
  return extendResource(name, members) as unknown as Resource<Options>;
}

/** Makes members with the options that all of them share. */
function memberMaker(name: string, options: ResourceOptions) {
  const { Endpoint = RestEndpoint, path, schema, urlPrefix } = options;
  const extra = filterFields({ ...options }, option => EXTRA_OPTIONS.includes(option as never));

  return (memberName: string, own: Partial<RestOptions>) => {
    const endpoint = new Endpoint({ path, schema, urlPrefix, ...extra, ...own });
    nameMember(endpoint, `${name}.${memberName}`);
    return endpoint;
  };
}

/**
 * Identifies the deleted record from the response, or else from the arguments.
 *
 * A custom class may process every response: then its result counts.
 */
function processDeleted(schema: unknown) {
  return async function (this: RestEndpoint, response: unknown, ...args: readonly unknown[]) {
    const { process } = Object.getPrototypeOf(this) as RestEndpoint;
    const value: unknown = await process.apply(this, [response, ...args] as never);
    return identifies(value, this.schema) ? value : inPlace(this.schema, schema, args[0]);
  };
}

/** Whether a response to a deletion says what was deleted, or is a list that the schema expects. A count is neither. */
function identifies(value: unknown, schema: unknown): boolean {
  if (Array.isArray(value)) return Array.isArray(schema);
  return isObject(value) ? Object.keys(value).length > 0 : typeof value === 'string' && value !== '';
}

function nameOf({ schema, path }: ResourceOptions): string {
  const { key } = schema as { readonly key?: unknown };
  return typeof key === 'string' && key !== '' ? key : path;
}

/**
 * Which arguments identify a list of a resource, each as text? Any, unless `searchParams` are declared.
 *
 * @typeParam Path the path of one record
 */
type ListArgs<Path extends string, Search> = [Search] extends [undefined]
  ? CollectionKey
  : unknown extends Search
    ? CollectionKey
    : AsText<WithSearch<PathParams<RemoveLastArg<Path>>, Search>>;

type AsText<Params> = { readonly [Name in keyof Params]: TextOf<Params[Name]> };

type TextOf<Value> = Value extends string | undefined
  ? Value
  : Value extends number | bigint | boolean | null
    ? `${Value}`
    : string;
