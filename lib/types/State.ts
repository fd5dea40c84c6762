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
  /** For a list: the name of the collection that maintains its members. */
  readonly keeper?: string;
  /** For a list that pages have extended: the `left` of the response that they follow on. */
  readonly listed?: number;
  /** The `left` of fields that came with an earlier request than the rest, while that can matter. */
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
  /** The number under which its request began; left out for data that no request brought. */
  readonly began?: number | undefined;
}

/** Tombstones of records that are known to be deleted, for as long as anything stored refers to them. */
export type Deleted = Readonly<Record<string, Table<null, Tombstone>>>;

/** What one response said of a record while other requests were in flight. */
export interface RecordNote {
  /** The number under which its request began. */
  readonly began: number;
  /** The number under which its request left, a mutation's last attempt. */
  readonly left: number;
  /** The number under which its request first left. */
  readonly since: number;
  readonly landed: number;
  /** The record's fields as they came. */
  readonly brought: EntityRow;
  /** The confirmed record before the response landed; `null` where there was none. */
  readonly before: EntityRow | null;
  /** The `landed` of the response that brought that, or of this one where that was in doubt; 0 for none of this store's. */
  readonly beforeSince: number;
  /** The fields that a mutation wrote. Left out for reads. */
  readonly wrote?: readonly string[];
  /** The confirmed record when the mutation left. */
  readonly atLeaving?: EntityRow | null;
  /** Set where only the response showed which fields these are. */
  readonly isGuessed?: true;
  /** Of these, the fields whose value was computed when an empty response landed, from what was stored then. */
  readonly computed?: readonly string[];
  /** Whether it was about the record, and nothing tells what it sets: it may have restored any field. */
  readonly isUntold?: true;
  /** Of these, the fields whose value was not in the record yet. */
  readonly fresh?: readonly string[];
  /** A request that left before this number may show these values from before they were changed away: it proves nothing. */
  readonly freshSince?: number;
  /** Fields that a mutation sent with the value that the record had already; of a creation over another record all that it shows. */
  readonly resent?: readonly string[];
  /** Set for a mutation that created the record. */
  readonly creates?: true;
}

/** What has to be known of a record for as long as a request in flight may overlap with what changed it. */
export interface RecordOverlap {
  readonly notes: readonly RecordNote[];
  /** The `landed` of the note whose value each field has; a field without one is from before all notes. */
  readonly owners: Readonly<Record<string, number>>;
  /** The `landed` of a deletion of the record that was undone since; 0 where there was none. */
  readonly goneAt: number;
}

/** Overlaps by kind and primary key; empty while no mutation is in flight. */
export type Overlaps = Readonly<Record<string, Table<RecordOverlap, null>>>;

/** What a mutation did to lists, or may have done to what is not stored, for responses whose request overlapped with it. */
export interface ListEffect {
  /** Kind of the lists; of what may have changed, where the mutation failed. */
  readonly kind: string;
  /** What was done to them, as the collection calls it: `push`, `move`; `mayBeDone` where the mutation failed. */
  readonly effect: string;
  readonly args: readonly unknown[];
  readonly results: CollectionRow;
  /** What the server sent for each; of a member that changed, the row before, and the one after where it is not the stored one. */
  readonly responses: readonly unknown[];
  /** When each of the results had been deleted, 0 for those that had not: lists from before hold no more than its key. */
  readonly goneAt?: readonly number[];
  readonly since: number;
  readonly landed: number;
  /** The collection of the mutation, where a rule of its own says which lists match: others do not know it. */
  readonly ruledBy?: string;
  /** Set where it stands for several changes of one record: a list that left in between is in doubt. */
  readonly isSummed?: true;
  /** When the mutation began; absent, as `left`, for what a read, or a message, told of members. */
  readonly began?: number;
  /** When the mutation left last. */
  readonly left?: number;
  /** Keys of the lists at the end of which its results stand, where no response has shown their order yet. */
  readonly joined?: readonly string[];
}

/**
 * Records and lists of which the client cannot know how they ended, since mutations
 * overlapped: each with the number of the response that cast the doubt,
 * negative once a refetch of it has ended that did not bring them.
 */
export type Doubts = Readonly<Record<string, Readonly<Record<string, number>>>>;

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

/** What readers look at: the records, and which of them are known to be deleted. */
export type Readable = Pick<Tables, 'entities' | 'deleted'>;

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
  /** What the endpoint's `meta` keeps of the response's head. */
  readonly head?: unknown;
  /** Whether that came with a further page of the list, which has another address. */
  readonly isOfPage?: true;
  /** Whether the `update` of a mutation has changed the result since. */
  readonly isUpdated?: true;
  /** Set where stale data must not be shown although its endpoint does not say so. */
  readonly invalidIfStale?: true;
  /** First instant at which a failed request may be tried again. */
  readonly errorExpiresAt?: number;
  /** When it failed. */
  readonly failedAt?: number;
  /** What of the response did not match its schema and was dropped or kept; the first few. */
  readonly schemaFailures?: readonly PlainError[];
  /** The number of an invalidation: readers must fetch before they show anything. */
  readonly invalidated?: number;
  /** The number of an expiry while a request was in flight: what left before lands stale. */
  readonly expired?: number;
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

/** A record, by kind and primary key. */
export interface RecordRef {
  readonly kind: string;
  readonly pk: string;
}

/** An optimistic response, and the tables that it was computed from. */
export interface ShownResponse {
  readonly below: object;
  readonly response: unknown;
  /** What it has looked at there; `undefined` where that is unknown. */
  readonly places: ReadonlySet<string> | undefined;
  /** The record that its request is about, as found there. */
  readonly record?: RecordRef | undefined;
  /** The tables with it, as `optimisticLayer` makes them. */
  readonly written?: object | undefined;
}

/** One request in flight. */
export interface InFlight {
  readonly requestId: string;
  /** The number under which it began. */
  readonly began: number;
  /** Set for a mutation. */
  readonly mutation?: true;
  /** What a mutation is that shows nothing yet: should another store get this state, its outcome is in doubt there. */
  readonly endpointName?: string;
  readonly args?: readonly unknown[];
  readonly plainArgs?: readonly unknown[];
  /** The record that a mutation is about, as far as its arguments name it. */
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
  /** The number under which it began, by which updates are ordered. */
  readonly began: number;
  /** What the endpoint has said already, and of which tables. Not enumerable. */
  readonly shown?: ShownResponse | undefined;
  /** The fields that it shows as changed, as far as that is known. */
  readonly writes?: Writes;
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
  /** Tells the garbage collector what refers to what, without any class; empty in production without one. */
  readonly links: Links;
  /** Primary keys of stored records by the temporary keys that these had before the server named them. */
  readonly aliases: Table<string, null>;
  /** Keys of the mutations whose responses are kept, the oldest first. */
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
  /** The number of that reset: what left before it never lands. */
  readonly session: number;
  /** The highest number that this store has given to an event. */
  readonly order: number;
  /** Counts the actions that changed this state. */
  readonly version: number;
  readonly changed: Changed;
}
