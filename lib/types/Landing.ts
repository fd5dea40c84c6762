import type { Freshness } from './Freshness';

/** Whether a kind of record has a field. */
export type Declares = (field: string) => boolean;

/** What is known of a mutation's effects, besides its response. */
export interface Mutation {
  /** The number at which it first left: any attempt of a retried mutation may have taken effect. */
  readonly since: number;
  /**
   * The names of the fields that it wrote in one record; `undefined` if only its response can tell.
   *
   * @param declares excludes names that are no fields of such records
   */
  writes(kind: string, pk: string, isTop: boolean, declares?: Declares): readonly string[] | undefined;
  /**
   * The names of a record's fields in its body, whether their values were new or not; none if its endpoint says
   * what it writes.
   *
   * @param shown replaces these, if its body does not say all
   */
  sent(
    kind: string,
    pk: string,
    isTop: boolean,
    declares: Declares,
    shown?: readonly string[],
  ): readonly string[];
  /** Whether it was about a record of its response, rather than carrying it along. */
  isTarget(kind: string, pk: string, isTop: boolean): boolean;
  /** Whether it may also have changed records of this kind below the one that it was sent to, as in a tree. */
  isOfTree(kind: string, declares: Declares): boolean;
  /** Whether it may change records other than the one it is sent to, unless its endpoint says what it writes. */
  mayChangeOthers(): boolean;
  /** Whether it sent a file, which sets no field of a record that its response shows unchanged. */
  readonly isOfFile: boolean;
  /** Whether it showed several records, so that its response may be what it showed: an empty one confirms none. */
  readonly mayBeShown: boolean;
  /**
   * Whether a field's value was computed from what is confirmed by now: its response was empty, so its optimistic
   * response is stored, and it did not send that value.
   */
  isComputed(name: string, value: unknown): boolean;
  /** Whether it creates the record, rather than changing one that it was addressed to, or carrying it along. */
  creates(kind: string, pk: string, isTop: boolean): boolean;
  /** Whether it may have sent the record's key: then there may have been one before. */
  names(pk: string): boolean;
}

/** A response being written into the tables. */
export interface Landing extends Freshness {
  /** The number at which its request began. */
  readonly began: number;
  readonly left: number;
  readonly landed: number;
  /** Absent for reads, and for data without a request. */
  readonly mutation?: Mutation | undefined;
  /** The lowest number above a given one at which another request still in flight began; `Infinity` if none did. */
  horizon(after?: number): number;
  /** Whether a request brought it, rather than `set`, a stream, or a response without a request. */
  readonly isRequested: boolean;
}

/** The stamps of optimistic values, which outrank every response. */
export const OPTIMISTIC: Landing = Object.freeze({
  fetchedAt: 0,
  date: Number.MAX_SAFE_INTEGER,
  expiresAt: Number.MAX_SAFE_INTEGER,
  began: Number.MAX_SAFE_INTEGER,
  left: Number.MAX_SAFE_INTEGER,
  landed: Number.MAX_SAFE_INTEGER,
  horizon: () => Infinity,
  isRequested: false,
});
