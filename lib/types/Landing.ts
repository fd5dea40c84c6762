import type { Freshness } from './Freshness';

/** Whether a kind of record has a field. */
export type Declares = (field: string) => boolean;

/** What a mutation is known to have done, besides what its response brought. */
export interface Mutation {
  /** The number under which it first left: a retried mutation may have been done by any of its attempts. */
  readonly since: number;
  /**
   * The names of the fields that it wrote in one record; `undefined` where its response has to tell.
   *
   * @param declares leaves out names that are no fields of such records
   */
  writes(kind: string, pk: string, isTop: boolean, declares?: Declares): readonly string[] | undefined;
  /**
   * The names of the fields of a record that stood in its body, whether their values were new or not; none where its
   * endpoint says what it writes.
   *
   * @param shown in place of these, where its body does not say all
   */
  sent(
    kind: string,
    pk: string,
    isTop: boolean,
    declares: Declares,
    shown?: readonly string[],
  ): readonly string[];
  /** Whether it was about a record of its response, in contrast to carrying it along. */
  isMeant(kind: string, pk: string, isTop: boolean): boolean;
  /** Whether it may also have changed records of this kind below the one that it was sent to, as in a tree. */
  isOfTree(kind: string, declares: Declares): boolean;
  /** Whether it may change other records than the one that it is sent to, as far as its endpoint does not say what it writes. */
  mayChangeOthers(): boolean;
  /** Whether it sent a file, which sets no field of a record that its response shows as it was. */
  readonly isOfFile: boolean;
  /** Whether it showed several records, so that its response may be what it showed: without a body nothing tells that they are there. */
  readonly mayBeShown: boolean;
  /**
   * Whether the value of a field was computed from what is confirmed by now: its response was empty, so that its optimistic
   * response is stored, and no such value was sent.
   */
  isComputed(name: string, value: unknown): boolean;
  /** Whether it creates the record, in contrast to changing one that it was addressed to, or carrying it along. */
  creates(kind: string, pk: string, isTop: boolean): boolean;
  /** Whether what was sent may name the record: then there may have been one before. */
  names(pk: string): boolean;
}

/** A response that is being written into the tables. */
export interface Landing extends Freshness {
  /** The number under which its request began. */
  readonly began: number;
  readonly left: number;
  readonly landed: number;
  /** Left out for reads, and for data that no request brought. */
  readonly mutation?: Mutation | undefined;
  /** The lowest number, above a given one, under which any other request that is still in flight began; `Infinity` for none. */
  horizon(after?: number): number;
  /** Whether a request brought it, in contrast to `set`, a stream, or a response without a request. */
  readonly isRequested: boolean;
}

/** Outranks every response: what is shown before the server has responded. */
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
