import type { Dispatch } from 'redux';
import type { EndpointDefaults } from '../actions/expiry';
import type { FetchAction, RequestedBy } from '../actions/fetch';
import { setupError } from '../errors/setupError';
import type { EndpointInterface, RequestOptions } from '../types/EndpointInterface';
import type { ResponseError } from '../types/ResponseError';
import type { DataState, OptimisticUpdate } from '../types/State';
import type { MountedObservers } from './MountedObservers';
import { hasAnyClient, LOADED_TWICE, noteClient } from './otherCopies';
import type { Rendering } from './Rendering';

/** The request that failed. */
export interface FailedRequest {
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
  readonly key: string;
}

/** What belongs to one store: all mutable state is here, and none at module level. */
export interface StoreHandle extends EndpointDefaults {
  readonly reducerPath: string;
  readonly dispatch: Dispatch;
  /** @throws {UsageError} when the slice is not mounted at `reducerPath` */
  getState(): DataState;
  /**
   * Whether the store shows an earlier time than the app has reached, as after a jump in Redux DevTools. Nothing is
   * fetched then, since what is missing was there once.
   */
  isPast(): boolean;
  /** Checks for changes of the slice that middleware does not see. */
  checkForChanges(): void;
  /** The next number of this store, for an event that happens now: higher than all before, also in a restored state. */
  nextNumber(): number;
  /** What began each request of this store that has not ended, by id. */
  readonly begun: Map<string, RequestedBy>;
  /** Mutations that were pending in a state from elsewhere. */
  readonly dropped: OptimisticUpdate[];
  /** Takes these mutations, to resend them; returns each once. */
  takeDropped(): readonly OptimisticUpdate[];
  /** Calls back when an action of another library has replaced the slice; returns what stops this. */
  onReplaced(listener: ReplacementListener): () => void;
  /** Requests that rendering waits for, by key: a render that is discarded and retried sends one request. */
  readonly awaited: Map<string, AwaitedResponse>;
  /** Requests that code waits for: ids of mutations, keys of reads. Set only if the client has `onError`. */
  readonly awaiting?: Set<string> | undefined;
  /** Passes an unhandled failure to the client's `onError`, if there is one. */
  onError(error: ResponseError, request: UnhandledRequest): void;
  /** What is read on screen, for managers. */
  readonly observers: MountedObservers;
  /** Set while a developer tool watches: gets what is about to reach the reducer, and what passes it on. */
  tap?: (action: unknown, next: (action: unknown) => unknown) => unknown;
  /**
   * Set in development while a developer tool records: called when a request has begun, an attempt of it has left or
   * failed, or one more caller waits for it.
   */
  noteRequest?: (request: SentRequest) => void;
  /**
   * Set if a developer tool disturbs requests: returns what sends an attempt in place of `request`, or nothing to send
   * it as usual.
   */
  disturb?: (action: FetchAction, request: SendRequest) => SendRequest | undefined;
  /** Set if a recorder keeps the log: its contents. */
  currentLog?: () => CurrentLog;
  /** Set if a server renders the store, or a browser hydrates that page. */
  rendering?: Rendering;
  /** Stops what the managers started. */
  cleanup(): void;
}

/** Sends one attempt of a request. */
export type SendRequest = (
  endpoint: EndpointInterface,
  args: readonly unknown[],
  options: RequestOptions,
) => Promise<unknown>;

/** A request that failed, and whose failure nothing handles. */
export interface UnhandledRequest extends FailedRequest {
  /** What began it. */
  readonly by: RequestedBy;
}

/** A request of this store, with what no action shows. */
export interface SentRequest {
  readonly action: { readonly meta: object };
  /** Those that have left, in order; `undefined` before the first. */
  readonly attempts?: readonly Readonly<Attempt>[] | undefined;
  /** What waits for it, or has waited until it ended. */
  readonly waiting: ReadonlySet<{ readonly unattended: boolean }>;
}

/** One attempt of a request. Times are milliseconds since the Unix epoch. */
export interface Attempt {
  left: number;
  /** When it failed, if it has. */
  failed: number | undefined;
}

/** What a log recorder holds, unchanged. */
export interface CurrentLog {
  readonly entries: readonly Readonly<RecordedEntry>[];
  /** The state after the last of them. */
  readonly after: DataState | undefined;
  /** Removes from a text of the log what must not leave the device. */
  readonly redact: ((name: string, value: unknown) => unknown) | undefined;
}

/** An action, and the state before it. */
export interface RecordedEntry {
  readonly action: { readonly type: string };
  before: DataState | undefined;
}

/**
 * What a replaced slice means for requests in flight.
 *
 * | value | the slice | responses to earlier requests |
 * |---|---|---|
 * | `reset` | is as it was at the start: the session is over | never land |
 * | `restored` | holds what was saved elsewhere | land, and win |
 */
export type Replacement = 'reset' | 'restored';

/** A replaced slice, and what is there in its place. */
export interface ReplacedSlice {
  readonly before: DataState | undefined;
  readonly after: DataState | undefined;
}

/** Called when the slice was replaced. */
export type ReplacementListener = (replacement: Replacement, slices: ReplacedSlice) => void;

/** A request that rendering waits for, or has waited for. */
export interface AwaitedResponse {
  /** Fulfilled, without a value, when the request has ended. */
  readonly promise: Promise<unknown>;
  /** When it ended, in milliseconds since the Unix epoch. */
  readonly settledAt: number | undefined;
  /** What was stored of the request then; before, a value that no cell has. */
  readonly cell: unknown;
  /** Why it failed. */
  readonly error: unknown;
  /** The next one that rendering waits for: this one is needed until both have ended. */
  next?: AwaitedResponse;
  /** Whether a component that shows it has mounted, so that its render is no longer discarded. */
  isShown?: boolean;
}

/** The handles of stores, by the `dispatch` that their middleware gets. */
const handles = new WeakMap<Dispatch, StoreHandle>();

/**
 * Requests the handle of a store. It is a thunk, so that no code that inspects actions sees it: the thunk middleware,
 * or else the client's, returns the handle.
 */
const handleRequest = (dispatch: Dispatch) => {
  const handle = handles.get(dispatch);
  if (process.env.NODE_ENV !== 'production' && handle === undefined && hasAnyClient(dispatch)) {
    throw setupError('rdc-toolkit', LOADED_TWICE);
  }
  return handle;
};

/**
 * The second attempt, if the thunk returned nothing: `createDynamicMiddleware` creates its middleware on the first
 * action that reaches it, which no thunk does. The client's middleware stops it.
 */
const handleRequestAction = { type: 'rdc/handle' };

/** Whether an action requests the handle. */
export function asksForHandle(action: unknown): boolean {
  return action === handleRequest || action === handleRequestAction;
}

/**
 * Registers a handle under the `dispatch` of its middleware.
 *
 * @throws {UsageError} when the store has a handle already
 */
export function provideHandle(handle: StoreHandle): void {
  if (process.env.NODE_ENV !== 'production' && handles.has(handle.dispatch)) {
    throw setupError(
      handle.reducerPath,
      `The store has two data clients, the second with the reducerPath "${handle.reducerPath}". ` +
        'Keep one: both would send every request.',
    );
  }
  if (process.env.NODE_ENV !== 'production') noteClient(handle.dispatch);
  handles.set(handle.dispatch, handle);
}

/**
 * The handle of the store behind a `dispatch`.
 *
 * @throws {UsageError} when the store has no such middleware, or that of another copy of the library
 */
export function handleOf(dispatch: Dispatch): StoreHandle {
  const handle =
    handles.get(dispatch) ?? (dispatch(handleRequest as never) as StoreHandle | undefined) ?? wake(dispatch);
  if (handle === undefined) {
    throw setupError(
      'dataClient.middleware',
      process.env.NODE_ENV !== 'production' &&
        'The middleware of the data client is missing from the store. ' +
          'Add it in configureStore: middleware: getDefault => getDefault().concat(dataClient.middleware).',
    );
  }
  return handle;
}

/** The handle of a store whose middleware no action has reached yet. */
function wake(dispatch: Dispatch): StoreHandle | undefined {
  const returned: unknown = dispatch(handleRequestAction);
  return returned === handleRequestAction ? undefined : (returned as StoreHandle | undefined);
}

/**
 * Finds the handle of a store when it is first needed.
 *
 * For middleware, which is created before its store, when nothing can be dispatched yet.
 */
export function handleFinder(dispatch: Dispatch): () => StoreHandle | undefined {
  let handle: StoreHandle | undefined;
  return () => {
    handle ??= handles.get(dispatch);
    return handle;
  };
}
