import type { Dispatch, Middleware } from 'redux';

/** What RTK Query says about a request in the `meta` of its actions. */
export interface RtkMeta {
  readonly requestId: string;
  readonly arg: {
    readonly type: string;
    readonly endpointName: string;
    readonly originalArgs: unknown;
    /** For a query, the cache key of its data. */
    readonly queryCacheKey?: string;
  };
}

/** The part of RTK Query's slice that the bridge reads: what `extractRehydrationInfo` returns. */
export interface RtkState {
  readonly queries: Readonly<Record<string, RtkEntry | undefined>>;
}

/** One query in RTK Query's slice. */
export interface RtkEntry extends RtkResult {
  readonly endpointName?: string;
}

/** An action that matches `matchPending`, `matchFulfilled` or `matchRejected`. */
export interface RtkAction {
  readonly type: string;
  readonly meta: RtkMeta;
  readonly payload?: unknown;
  readonly error?: unknown;
}

/** What RTK Query's selectors and hooks return for a request. */
export interface RtkResult {
  readonly data?: unknown;
  readonly currentData?: unknown;
  readonly originalArgs?: unknown;
  readonly fulfilledTimeStamp?: number;
}

/** The promise of a dispatched request. */
export interface RtkPromise extends Promise<RtkResult> {
  readonly requestId: string;
  abort(): void;
  unwrap(): Promise<unknown>;
}

/** A manual update of RTK Query's cache, and how to undo it. */
export interface RtkPatches {
  readonly inversePatches: readonly unknown[];
}

/** Creates a thunk that updates RTK Query's cache by hand. */
export type RtkChange<T> = (
  ...args: readonly unknown[]
) => (dispatch: Dispatch, getState: () => unknown) => T;

/** An RTK Query hook, with any arguments. */
export type RtkHook = (...args: readonly unknown[]) => unknown;

/** The part of an RTK Query endpoint that the bridge uses. */
export interface RtkEndpoint {
  matchPending(action: unknown): boolean;
  matchFulfilled(action: unknown): boolean;
  matchRejected(action: unknown): boolean;
  select(arg: unknown): (rootState: unknown) => RtkResult;
  initiate(arg: unknown, options: object): unknown;
  readonly [hook: `use${string}`]: RtkHook;
}

/** The part of an RTK Query API that the bridge uses: only what is documented. */
export interface RtkApi {
  readonly reducerPath: string;
  readonly middleware: Middleware;
  readonly endpoints: Readonly<Record<string, RtkEndpoint>>;
  readonly util: {
    updateQueryData: RtkChange<RtkPatches>;
    patchQueryData: RtkChange<void>;
  };
  enhanceEndpoints(changes: {
    readonly endpoints: Readonly<
      Record<string, (definition: { readonly type: string; readonly merge?: unknown }) => void>
    >;
  }): unknown;
  injectEndpoints(...args: readonly unknown[]): unknown;
}
