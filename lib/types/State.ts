import type { PlainError } from '../plain/PlainError';
import type { Table } from '../tables/Table';
import type { Freshness } from './Freshness';

/** What is stored of one entity: its fields, with keys in place of nested entities. */
export type EntityRow = Readonly<Record<string, unknown>>;

/** What is stored of one collection: the results of its elements, in order, or by name. */
export type CollectionRow = readonly unknown[] | Readonly<Record<string, unknown>>;

/** One stored record of any kind. */
export type Row = EntityRow | CollectionRow;

/** How fresh one record is. */
export interface RecordMeta extends Freshness {
  /** The temporary key under which the record was shown before the server had named it. */
  readonly createdAs?: string;
  /** Fields that are from another moment than `fetchedAt`, each with its own. */
  readonly fields?: Readonly<Record<string, FieldAge>>;
}

/** The moment from which a field is; of what a mutation wrote, when it was answered and when it left. */
export type FieldAge = number | readonly [answeredAt: number, sentAt: number];

/** The rows of one kind, by primary key. */
export type EntityTable = Table<Row, RecordMeta>;

/** All records, by kind (an entity's `key`) and primary key. */
export type Entities = Readonly<Record<string, EntityTable>>;

/** Records that are known to be deleted, each with the `fetchedAt` of its deletion. */
export type Deleted = Readonly<Record<string, Table<null, number>>>;

/** Primary keys by kind, indexed field, and the field's value as a string. */
export type Indexes = Readonly<Record<string, Readonly<Record<string, Table<string, null>>>>>;

/** The kinds of records to which the fields of a kind refer; under the name '' those of the elements of a list. */
export type FieldLinks = Readonly<Record<string, readonly string[]>>;

/**
 * What records of each kind can refer to, as the schemas said under which they were written.
 *
 * Records of a kind that is not here, or `null`, can refer to anything.
 */
export type Links = Readonly<Record<string, FieldLinks | null>>;

/** The normalized part of the state: what `normalize` writes. */
export interface Tables {
  readonly entities: Entities;
  readonly deleted: Deleted;
  readonly indexes: Indexes;
}

/** What is known of one request besides its result. */
export interface ResponseMeta extends Freshness {
  /** Why the latest request failed; left out once one has succeeded. */
  readonly error?: PlainError;
  /** `soft` keeps showing older data, `hard` does not. */
  readonly errorPolicy?: 'soft' | 'hard';
  /** Set where stale data must not be shown although its endpoint does not say so. */
  readonly invalidIfStale?: true;
  /** First instant at which a failed request may be tried again. */
  readonly errorExpiresAt?: number;
  /** What of the response did not fit its schema and was dropped or kept; the first few. */
  readonly schemaFailures?: readonly PlainError[];
  /** Set by an invalidation: readers must fetch before they show anything. */
  readonly invalidated?: true;
}

/** The records and requests that the latest action touched. */
export interface Changed {
  /** The `version` of the state before. */
  readonly since: number;
  /** Primary keys by kind; `true` where they are too many to list. */
  readonly entities: Readonly<Record<string, readonly string[] | true>>;
  /** Request keys; `true` where they are too many to list. */
  readonly requests: readonly string[] | true;
}

/**
 * A mutation under way whose outcome is already shown.
 *
 * `endpoint` and live arguments may be read from an entry, but are not
 * enumerable; after a JSON round trip `endpointName` finds the endpoint again.
 */
export interface OptimisticUpdate {
  readonly endpointName: string;
  readonly args: readonly unknown[];
  readonly key: string;
  readonly requestId: string;
  readonly fetchedAt: number;
  /** The fields that it shows as changed, as far as that is known. */
  readonly writes?: readonly string[];
}

/**
 * The slice: plain JSON data throughout.
 *
 * A record's time stamps stand beside its row (`Cell.meta`), a response's beside
 * its result. `entities` and `endpoints` hold confirmed data only; `optimistic`
 * is laid over them whenever they are read.
 */
export interface DataState extends Tables {
  /** Results by request key. */
  readonly endpoints: Table<unknown, ResponseMeta>;
  readonly optimistic: readonly OptimisticUpdate[];
  /** Tells whoever collects garbage what refers to what, without any class. */
  readonly links: Links;
  /** Primary keys by the temporary keys that records had before the server named them. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Ids of the requests under way, by request key. */
  readonly inflight: Table<readonly string[], number>;
  /** When the store was last reset; 0 for never. */
  readonly lastReset: number;
  /** Counts the actions that changed this state. */
  readonly version: number;
  readonly changed: Changed;
}
