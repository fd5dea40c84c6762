import type { Denormalized } from '../types/Denormalized';
import type { CollectionKey } from './collectionKey';
import type { EntityFields } from './EntityClass';

/** Reads a related record by its class and key; `undefined` if it is not stored. */
export type GetRelated = <E extends object>(
  entity: (new () => E) & { readonly key: string },
  pk: unknown,
) => E | undefined;

/**
 * A record as stored: an instance with defaults, getters and methods, with keys in place of nested records, and before
 * the functions of `static schema` run.
 */
export type KeptRecord<S> = S extends abstract new (
  ...args: never[]
) => infer Instance
  ? S extends { readonly schema: infer Fields }
    ? Omit<Instance, keyof Fields> & {
        readonly [Field in keyof Fields & keyof EntityFields<Instance>]: Reference<
          Fields[Field],
          Instance[Field & keyof Instance]
        >;
      }
    : Instance
  : Denormalized<S>;

/** What does a stored record hold in place of a nested value? */
type Reference<S, Value> = S extends readonly (infer Element)[]
  ? readonly Reference<Element, never>[] | Nothing<Value>
  : S extends abstract new (
        ...args: never[]
      ) => unknown
    ? string | Nothing<Value>
    : S extends (value: infer Stored) => unknown
      ? Stored
      : unknown;

/** The type of a missing nested value. */
type Nothing<Value> = Extract<Value, null | undefined>;

/**
 * Whether a record belongs to the list with some arguments; `undefined` where that is unknown.
 *
 * Pure: it is called wherever the state is computed.
 *
 * @param listArgs the list's arguments, as text
 * @param get reads records that this one refers to
 */
export type Belongs<Record, ListArgs = CollectionKey> = {
  // A method, so that a record known only where a list is defined is compared loosely.
  method(record: Record, listArgs: ListArgs, get: GetRelated): boolean | undefined;
}['method'];

/** Which of two records comes first in a list with some arguments: less than 0 for the first one. */
export type CompareMembers<Record, ListArgs = CollectionKey> = {
  method(one: Record, other: Record, listArgs: ListArgs): number;
}['method'];

/** How a list maintains its members. */
export interface Membership<Record, ListArgs = CollectionKey> {
  /** Whether a record belongs to a list. If set, lists follow every change of a record. */
  readonly belongs?: Belongs<Record, ListArgs> | undefined;
  /**
   * Where a new member goes: to the start, to the end, or to the place that a comparison finds.
   *
   * @default 'end'
   */
  readonly addTo?: 'start' | 'end' | CompareMembers<Record, ListArgs> | undefined;
}
