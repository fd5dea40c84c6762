import type { Operation } from '../read/Operation.js';
import type { Shape } from '../read/Shape.js';
import type { EntityKind } from './Kinds.js';

/** One endpoint to generate. */
export interface EndpointPlan {
  readonly name: string;
  readonly operation: Operation;
  /** The path as the library writes it: `/users/:id`. */
  readonly path: string;
  /** The parameters of that path, in its order. */
  readonly parameters: readonly string[];
  /** The record that it deletes. */
  readonly removed: Removed | undefined;
  /** The kinds of records that it changes, judging by paths. A response without them leaves the store as it was. */
  readonly changes: readonly EntityKind[];
  /** The list that it reads, or adds to. */
  readonly listing: Listing | undefined;
  /** Whether no list gets what it creates. */
  readonly isUnlisted: boolean;
}

/** A list besides the usual ones of resources, to which a creation adds. */
export interface Listing {
  /** The path of both. */
  readonly path: string;
  readonly item: Shape;
  /** The parameters of the list that do not filter it. */
  readonly nonFilters: readonly string[];
  /** The fields that lead to the list, or to what is created, in the response. */
  readonly place: readonly string[];
  /** Whether it is the creation, and not the list. */
  readonly isCreation: boolean;
}

/** A record that is deleted. */
export interface Removed {
  readonly shape: Shape;
  /** One of the kinds that it can be; all have the same key. */
  readonly entity: EntityKind;
  /** Whether the response is the record; if not, the path identifies it. */
  readonly isGiven: boolean;
}

/** The endpoints for one kind of record. */
export interface ResourcePlan {
  readonly name: string;
  readonly entity: EntityKind;
  /** The path of one record, as the library writes it. */
  readonly path: string;
  /** The parameters of that path, in its order. */
  readonly parameters: readonly string[];
  readonly standard: Readonly<Record<StandardMember, Operation | undefined>>;
  /** The paths that differ from those that `resource()` makes, by a slash at the end. */
  readonly ownPaths: Readonly<Partial<Record<StandardMember, string>>>;
  /** Updates whose response only says that they were made. */
  readonly unsaid: readonly ('update' | 'partialUpdate')[];
  readonly members: readonly EndpointPlan[];
  /** The parameter that selects a page. */
  readonly paginationField: string | undefined;
  /** The parameters of the list that do not filter it. */
  readonly nonFilters: readonly string[];
  /** The fields that lead to the list in its response: none if it is the response. */
  readonly listPlace: readonly string[];
  /** The fields that lead to the record in its response. */
  readonly itemPlace: readonly string[];
  /** The same for the response of a creation. */
  readonly createPlace: readonly string[];
}

export type StandardMember = 'get' | 'getList' | 'create' | 'update' | 'partialUpdate' | 'delete';

/** Endpoints that belong to no kind of record. */
export interface GroupPlan {
  /** The file's name, without `.ts`. */
  readonly name: string;
  readonly title: string;
  readonly endpoints: readonly EndpointPlan[];
}

/** Everything to generate. */
export interface Plan {
  readonly resources: readonly ResourcePlan[];
  readonly groups: readonly GroupPlan[];
}
