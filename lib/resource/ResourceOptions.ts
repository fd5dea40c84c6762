import { DEFAULTED_OPTIONS } from '../actions/expiry';
import type { EndpointOptions } from '../endpoint/EndpointOptions';
import type { Collection } from '../schema/Collection';
import type { NonFilterArgumentKeys } from '../schema/CollectionOptions';
import type { ListContents } from '../schema/listContents';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Loose } from '../types/Loose';

/** Names of the options that all members of a resource share. */
export const EXTRA_OPTIONS = [...DEFAULTED_OPTIONS, 'pollFrequency', 'pollWhileHidden'] as const;

/** Options that all members of a resource share. */
export type EndpointExtraOptions = Pick<EndpointOptions, (typeof EXTRA_OPTIONS)[number]>;

/** The options of a group of endpoints for one kind of record. */
export interface ResourceOptions extends EndpointExtraOptions {
  /** The path pattern of one record, such as `/todos/:id`. */
  readonly path: string;
  /** Schema of one record: usually an entity class or a `Union`. */
  readonly schema: unknown;
  /** Prepended to the path of every member. */
  readonly urlPrefix?: string | undefined;
  /**
   * The body of creations and updates: a Standard Schema (Zod, Valibot, ...) that checks it first, or a sample that
   * only declares its type. `partialUpdate` and `getList.move` take some of its fields.
   *
   * @default some of the record's fields
   */
  readonly body?: unknown;
  /** The query parameters of `getList` and the endpoints derived from it: a Standard Schema, or a sample. */
  readonly searchParams?: unknown;
  /** Name of the query parameter that selects a page; adds `getList.getPage`. */
  readonly paginationField?: string | undefined;
  /** Makes every mutation optimistic. */
  readonly optimistic?: boolean | undefined;
  /** The class of all members. @default RestEndpoint */
  readonly Endpoint?: (new (options: Loose) => EndpointInterface) | undefined;
  /** The class of the schema of `getList`. @default Collection */
  readonly Collection?: (new (schema: Loose, options?: Loose) => Collection<ListContents>) | undefined;
  /** Arguments of lists that do not filter, such as a sort order. @default names that start with `order` */
  readonly nonFilterArgumentKeys?: NonFilterArgumentKeys | undefined;
}
