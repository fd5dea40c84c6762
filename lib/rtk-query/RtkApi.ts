import type { Dispatch, Middleware } from 'redux';

/** What a request of RTK Query says of itself in the `meta` of its actions. */
export interface RtkMeta {
  readonly requestId: string;
  readonly arg: {
    readonly type: string;
    readonly endpointName: string;
    readonly originalArgs: unknown;
    /** Of a query, what its data is kept under. */
    readonly queryCacheKey?: string;
  };
}

/** RTK Query's slice, as far as the bridge looks at it: what `extractRehydrationInfo` returns. */
export interface RtkState {
  readonly queries: Readonly<Record<string, RtkEntry | undefined>>;
}

/** One query in RTK Query's slice. */
export interface RtkEntry extends RtkResult {
  readonly endpointName?: string;
}

/** An action that `matchPending`, `matchFulfilled` or `matchRejected` has matched. */
export interface RtkAction {
  readonly type: string;
  readonly meta: RtkMeta;
  readonly payload?: unknown;
  readonly error?: unknown;
}

/** What RTK Query's selectors and hooks say of one request. */
export interface RtkResult {
  readonly data?: unknown;
  readonly currentData?: unknown;
  readonly originalArgs?: unknown;
  readonly fulfilledTimeStamp?: number;
}

/** The promise of a request that was dispatched. */
export interface RtkPromise extends Promise<RtkResult> {
  readonly requestId: string;
  abort(): void;
  unwrap(): Promise<unknown>;
}

/** A change by hand of RTK Query's cache, and how it is undone. */
export interface RtkPatches {
  readonly inversePatches: readonly unknown[];
}

/** Creates what changes RTK Query's cache by hand: it dispatches for itself. */
export type RtkChange<T> = (
  ...args: readonly unknown[]
) => (dispatch: Dispatch, getState: () => unknown) => T;

/** A hook of RTK Query, whatever it takes. */
export type RtkHook = (...args: readonly unknown[]) => unknown;

/** One endpoint of an RTK Query API, as far as the bridge uses it. */
export interface RtkEndpoint {
  matchPending(action: unknown): boolean;
  matchFulfilled(action: unknown): boolean;
  matchRejected(action: unknown): boolean;
  select(arg: unknown): (rootState: unknown) => RtkResult;
  initiate(arg: unknown, options: object): unknown;
  readonly [hook: `use${string}`]: RtkHook;
}

/** An RTK Query API, as far as the bridge uses it: only what is documented. */
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
