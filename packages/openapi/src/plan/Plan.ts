import type { Operation } from '../read/Operation.js';
import type { Shape } from '../read/Shape.js';
import type { EntityKind } from './Kinds.js';

/** One endpoint that is written out. */
export interface EndpointPlan {
  readonly name: string;
  readonly operation: Operation;
  /** The path as the library writes it: `/users/:id`. */
  readonly path: string;
  /** The parameters of that path, in its order. */
  readonly parameters: readonly string[];
  /** The record that it deletes, which its path names. */
  readonly removed: Removed | undefined;
  /** The kinds of records that it changes, as far as paths tell: a response without them leaves what is stored as it was. */
  readonly changes: readonly EntityKind[];
  /** The list that it reads, or adds to. */
  readonly listing: Listing | undefined;
  /** Whether it creates what no list learns of. */
  readonly isUnlisted: boolean;
}

/** A list that no resource has as its usual one, and that a creation adds to. */
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
  /** Whether the response is the record: otherwise the path tells which one it is. */
  readonly isGiven: boolean;
}

/** The endpoints over one kind of record. */
export interface ResourcePlan {
  readonly name: string;
  readonly entity: EntityKind;
  /** The path of one record, as the library writes it. */
  readonly path: string;
  /** The parameters of that path, in its order. */
  readonly parameters: readonly string[];
  readonly standard: Readonly<Record<StandardMember, Operation | undefined>>;
  /** The paths of members that `resource()` gives another: with a slash at the end, or without. */
  readonly ownPaths: Readonly<Partial<Record<StandardMember, string>>>;
  /** Changes whose response says only that they were made. */
  readonly unsaid: readonly ('update' | 'partialUpdate')[];
  readonly members: readonly EndpointPlan[];
  /** Name of the parameter that numbers pages. */
  readonly paginationField: string | undefined;
  /** The parameters of the list that do not filter it. */
  readonly nonFilters: readonly string[];
  /** The fields that lead to the list in its response: none where it is the response. */
  readonly listPlace: readonly string[];
  /** The fields that lead to the record in its response. */
  readonly itemPlace: readonly string[];
  /** The same for the response of a creation. */
  readonly createPlace: readonly string[];
}

export type StandardMember = 'get' | 'getList' | 'create' | 'update' | 'partialUpdate' | 'delete';

/** Endpoints that belong to no kind of record. */
export interface GroupPlan {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly endpoints: readonly EndpointPlan[];
}

/** All that is written. */
export interface Plan {
  readonly resources: readonly ResourcePlan[];
  readonly groups: readonly GroupPlan[];
}
