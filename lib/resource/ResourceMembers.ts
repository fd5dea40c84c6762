import type { PartialBody } from '../endpoint/partialBody';
import type { RestEndpoint } from '../endpoint/RestEndpoint';
import type { Collection } from '../schema/Collection';
import type { SentFields } from '../schema/EntityClass';
import type { Invalidate } from '../schema/Invalidate';
import type { Denormalized } from '../types/Denormalized';
import type { Schema } from '../types/Schema';
import type { RemoveLastArg } from '../url/PathParams';
import type { ResourceOptions } from './ResourceOptions';

/** Which value has an option? `Otherwise` if not given. */
type Option<Options, Name extends string, Otherwise> = Options extends { readonly [Key in Name]: unknown }
  ? Options[Name]
  : Otherwise;

/** What do creations and updates send? */
type BodyOf<Options extends ResourceOptions> = Option<
  Options,
  'body',
  Partial<SentFields<Denormalized<Options['schema']>, Options['schema']>>
>;

/**
 * The members of a resource.
 *
 * Options are written out in place, as an editor shows them.
 */
export interface ResourceMembers<Options extends ResourceOptions> {
  /** GET one record. */
  readonly get: RestEndpoint<{
    readonly path: Options['path'];
    readonly method: 'GET';
    readonly schema: Options['schema'];
  }>;
  /** GET a list; `push`, `unshift`, `getPage` and `move` write to it. */
  readonly getList: RestEndpoint<{
    readonly path: RemoveLastArg<Options['path']>;
    readonly movePath: Options['path'];
    readonly method: 'GET';
    readonly searchParams: Option<Options, 'searchParams', undefined>;
    readonly body: BodyOf<Options>;
    readonly paginationField: Option<Options, 'paginationField', undefined>;
    readonly schema: Collection<readonly [Extract<Options['schema'], Schema>]>;
  }>;
  /** PUT one record. */
  readonly update: RestEndpoint<{
    readonly path: Options['path'];
    readonly method: 'PUT';
    readonly body: BodyOf<Options>;
    readonly schema: Options['schema'];
    readonly whenEmpty: () => unknown;
  }>;
  /** PATCH some fields of one record. */
  readonly partialUpdate: RestEndpoint<{
    readonly path: Options['path'];
    readonly method: 'PATCH';
    readonly body: PartialBody<BodyOf<Options>>;
    readonly schema: Options['schema'];
    readonly whenEmpty: () => unknown;
  }>;
  /** DELETE one record: it is removed from its table and all lists. */
  readonly delete: RestEndpoint<{
    readonly path: Options['path'];
    readonly method: 'DELETE';
    readonly schema: Invalidate<Options['schema']>;
    readonly whenEmpty: () => unknown;
  }>;
}
