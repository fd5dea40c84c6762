import type { PlainError } from '../plain/PlainError';
import type { Table } from '../tables/Table';
import type { Freshness } from './Freshness';

/** The stored fields of one entity, with keys in place of nested entities. */
export type EntityRow = Readonly<Record<string, unknown>>;

/** The stored results of one collection's elements, in order or by name. */
export type CollectionRow = readonly unknown[] | Readonly<Record<string, unknown>>;

/** One stored record of any kind. */
export type Row = EntityRow | CollectionRow;

/** How fresh one record is. */
export interface RecordMeta extends Freshness {
  /** The temporary key under which the record was shown before the server named it. */
  readonly createdAs?: string;
  /** For a list: the name of the collection that maintains its members. */
  readonly keeper?: string;
  /** For a list that pages have extended: the `left` of the response that they follow. */
  readonly listed?: number;
  /** The `left` of fields from an earlier request than the rest, while that matters. */
  readonly fields?: Readonly<Record<string, number>>;
}

/** The rows of one kind, by primary key. */
export type EntityTable = Table<Row, RecordMeta>;

/** All records, by kind (an entity's `key`) and primary key. */
export type Entities = Readonly<Record<string, EntityTable>>;

/** When a record was deleted. */
export interface Tombstone extends Pick<Freshness, 'left' | 'landed'> {
  /** When the deletion was confirmed, in milliseconds since the Unix epoch. */
  readonly date: number;
  /** The number at which its request began; absent for data without a request. */
  readonly began?: number | undefined;
}

/** Tombstones of records known to be deleted, for as long as anything stored refers to them. */
export type Deleted = Readonly<Record<string, Table<null, Tombstone>>>;

/** What one response wrote to a record while other requests were in flight. */
export interface RecordNote {
  /** The number at which its request began. */
  readonly began: number;
  /** The number at which its request left, a mutation's last attempt. */
  readonly left: number;
  /** The number at which its request first left. */
  readonly since: number;
  readonly landed: number;
  /** The record's fields as received. */
  readonly brought: EntityRow;
  /** The confirmed record before the response landed; `null` if there was none. */
  readonly before: EntityRow | null;
  /** The `landed` of the response that brought that, or of this one if that was in doubt; 0 if not from this store. */
  readonly beforeSince: number;
  /** The fields that a mutation wrote. Absent for reads. */
  readonly wrote?: readonly string[];
  /** The confirmed record when the mutation left. */
  readonly atLeaving?: EntityRow | null;
  /** Set if only the response showed which fields these are. */
  readonly isGuessed?: true;
  /** Those of them whose value was computed from stored data when an empty response landed. */
  readonly computed?: readonly string[];
  /** Set if it was about the record, and nothing says what it sets: it may have restored any field. */
  readonly isUntold?: true;
  /** Those of them whose value the record did not have yet. */
  readonly fresh?: readonly string[];
  /** A request from before this number proves nothing: it may show these values from before they were changed away. */
  readonly freshSince?: number;
  /** Fields that a mutation sent unchanged; for a creation over another record, all fields that it shows. */
  readonly resent?: readonly string[];
  /** Set for a mutation that created the record. */
  readonly creates?: true;
}

/** What must be known of a record while a request in flight may overlap with what changed it. */
export interface RecordOverlap {
  readonly notes: readonly RecordNote[];
  /** The `landed` of the note whose value each field has; absent for fields from before all notes. */
  readonly owners: Readonly<Record<string, number>>;
  /** The `landed` of a deletion of the record that was undone since; 0 if there was none. */
  readonly goneAt: number;
}

/** Overlaps by kind and primary key; empty while no mutation is in flight. */
export type Overlaps = Readonly<Record<string, Table<RecordOverlap, null>>>;

/** What a mutation did to lists, or may have done to unstored data, for responses whose requests overlapped with it. */
export interface ListEffect {
  /** Kind of the lists; for a failed mutation, of what may have changed. */
  readonly kind: string;
  /** The change, as the collection calls it: `push`, `move`; `mayBeDone` if the mutation failed. */
  readonly effect: string;
  readonly args: readonly unknown[];
  readonly results: CollectionRow;
  /** What the server sent for each; for a changed member, the row before, and the one after if not the stored one. */
  readonly responses: readonly unknown[];
  /** When each result had been deleted, or 0: lists from before then hold only its key. */
  readonly goneAt?: readonly number[];
  readonly since: number;
  readonly landed: number;
  /** The mutation's collection, if a custom rule says which lists match: others do not know it. */
  readonly ruledBy?: string;
  /** Set if it stands for several changes of one record: a list that left in between is in doubt. */
  readonly isSummed?: true;
  /** When the mutation began; absent, like `left`, for changes of members by a read or a message. */
  readonly began?: number;
  /** When the mutation last left. */
  readonly left?: number;
  /** Keys of the lists that its results joined at an end, while no response has shown their order. */
  readonly joined?: readonly string[];
}

/**
 * Records and lists whose outcome the client cannot know, since mutations
 * overlapped: each with the number of the response that cast the doubt,
 * negative once a refetch has ended without bringing them.
 */
export type Doubts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Primary keys by kind, indexed field, and the field's value as a string. */
export type Indexes = Readonly<Record<string, Readonly<Record<string, Table<string, null>>>>>;

/** The kinds of records that the fields of a kind refer to; under the name '', those of a list's elements. */
export type FieldLinks = Readonly<Record<string, readonly string[]>>;

/**
 * What records of each kind can refer to, according to the schemas that wrote them.
 *
 * Records of a kind that is absent, or `null`, can refer to anything.
 */
export type Links = Readonly<Record<string, FieldLinks | null>>;

/** What readers see: the records, and which of them are known to be deleted. */
export type Readable = Pick<Tables, 'entities' | 'deleted'>;

/** The normalized part of the state: what `normalize` writes. */
export interface Tables {
  readonly entities: Entities;
  readonly deleted: Deleted;
  readonly indexes: Indexes;
}

/** Metadata of one request, besides its result. */
export interface ResponseMeta extends Freshness {
  /** Why the latest request failed; absent once one has succeeded. */
  readonly error?: PlainError;
  /** `soft` keeps showing older data, `hard` does not. */
  readonly errorPolicy?: 'soft' | 'hard';
  /** What the endpoint's `meta` keeps of the response's head. */
  readonly head?: unknown;
  /** Whether that came with a further page of the list, which has another address. */
  readonly isOfPage?: true;
  /** Whether the `update` of a mutation has changed the result since. */
  readonly isUpdated?: true;
  /** Set if stale data must not be shown although its endpoint allows it. */
  readonly invalidIfStale?: true;
  /** First instant at which a failed request may be retried. */
  readonly errorExpiresAt?: number;
  /** When it failed. */
  readonly failedAt?: number;
  /** What of the response did not match its schema and was dropped or kept: the first few. */
  readonly schemaFailures?: readonly PlainError[];
  /** The number of an invalidation: readers must fetch before they show anything. */
  readonly invalidated?: number;
  /** The number of an expiry during a request: requests that left before it land stale. */
  readonly expired?: number;
}

/** The records and requests that the latest action touched. */
export interface Changed {
  /** The `version` of the state before. */
  readonly since: number;
  /** Primary keys by kind; `true` if there are too many to list. */
  readonly entities: Readonly<Record<string, readonly string[] | true>>;
  /** Request keys; `true` if there are too many to list. */
  readonly requests: readonly string[] | true;
}

/** A record, by kind and primary key. */
export interface RecordRef {
  readonly kind: string;
  readonly pk: string;
}

/** An optimistic response, and the tables that it was computed from. */
export interface ShownResponse {
  readonly below: object;
  readonly response: unknown;
  /** What it read there; `undefined` if unknown. */
  readonly places: ReadonlySet<string> | undefined;
  /** The record that its request is about, as found there. */
  readonly record?: RecordRef | undefined;
  /** The tables with it, as `optimisticLayer` makes them. */
  readonly written?: object | undefined;
}

/** One request in flight. */
export interface InFlight {
  readonly requestId: string;
  /** The number at which it began. */
  readonly began: number;
  /** Set for a mutation. */
  readonly mutation?: true;
  /** Identifies a mutation that shows nothing yet: if another store gets this state, its outcome is in doubt there. */
  readonly endpointName?: string;
  readonly args?: readonly unknown[];
  readonly plainArgs?: readonly unknown[];
  /** The record that a mutation is about, if its arguments name it. */
  readonly record?: RecordRef;
}

/** Names of the fields that a mutation writes, by kind and primary key. */
export type Writes = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/**
 * A mutation in flight whose outcome is already shown.
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
  /** The number at which it began, which orders updates. */
  readonly began: number;
  /** What the endpoint already returned, and for which tables. Not enumerable. */
  readonly shown?: ShownResponse | undefined;
  /** The fields that it shows as changed, if known. */
  readonly writes?: Writes;
}

/**
 * The slice: plain JSON data throughout.
 *
 * A record's time stamps are beside its row (`Cell.meta`), a response's beside
 * its result. `entities` and `endpoints` hold confirmed data only; `optimistic`
 * is laid over them on every read.
 */
export interface DataState extends Tables {
  /** Results by request key. */
  readonly endpoints: Table<unknown, ResponseMeta>;
  readonly optimistic: readonly OptimisticUpdate[];
  /** Tells the garbage collector what refers to what, without classes; empty in production without a collector. */
  readonly links: Links;
  /** Primary keys of stored records, by the temporary keys they had before the server named them. */
  readonly aliases: Table<string, null>;
  /** Keys of the mutations whose responses are kept, oldest first. */
  readonly mutations: readonly string[];
  /** Requests in flight, by request key. */
  readonly inflight: Table<readonly InFlight[], null>;
  /** How many of them are mutations. */
  readonly mutating: number;
  readonly overlaps: Overlaps;
  readonly effects: readonly ListEffect[];
  readonly doubts: Doubts;
  /** When the store was last reset, in milliseconds since the Unix epoch; 0 for never. */
  readonly lastReset: number;
  /** The number of that reset: requests that left before it never land. */
  readonly session: number;
  /** The highest number given to an event of this store. */
  readonly order: number;
  /** Counts the actions that changed this state. */
  readonly version: number;
  readonly changed: Changed;
}
