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

/** What belongs to one store: all that lives is here, and nothing of it at module level. */
export interface StoreHandle extends EndpointDefaults {
  readonly reducerPath: string;
  readonly dispatch: Dispatch;
  /** @throws {UsageError} when the slice is not mounted at `reducerPath` */
  getState(): DataState;
  /**
   * Whether the store shows an earlier time than the app has reached, as after a
   * jump in Redux DevTools. What is missing then was there once: nothing is fetched.
   */
  isPast(): boolean;
  /** Notices what has become of the slice without an action that middleware sees. */
  look(): void;
  /** The next number of this store, for an event that happens now: higher than all before, wherever its state came from. */
  nextNumber(): number;
  /** What began the requests of this store that have not ended, by their ids. */
  readonly begun: Map<string, RequestedBy>;
  /** Mutations that were pending in a state from elsewhere. */
  readonly dropped: OptimisticUpdate[];
  /** These mutations, to be sent again; each is handed out once. */
  takeDropped(): readonly OptimisticUpdate[];
  /** Calls back when the slice was replaced by an action that is not of this library; returns what ends that. */
  onReplaced(listener: ReplacementListener): () => void;
  /** Requests that rendering waits for, by key: a render that is thrown away and retried sends one request. */
  readonly awaited: Map<string, AwaitedResponse>;
  /**
   * Requests for which code waits: ids of mutations, keys of reads. Only where the client wants errors that
   * nothing handles.
   */
  readonly awaiting?: Set<string> | undefined;
  /** Hands a failure that nothing handles to the client's `onError`, where there is one. */
  onError(error: ResponseError, request: UnhandledRequest): void;
  /** What is read on screen, for managers that have to know. */
  readonly observers: MountedObservers;
  /** Set while a tool of developers watches: takes what is about to reach the reducer, and what hands it on. */
  tap?: (action: unknown, next: (action: unknown) => unknown) => unknown;
  /**
   * Set in development while a tool of developers records: called when a request has begun, an attempt of it has left
   * or failed, or one more caller waits for it.
   */
  noteRequest?: (request: SentRequest) => void;
  /**
   * Set where a tool of developers disturbs requests: returns what sends an attempt in place of `request`, or nothing
   * for one that is sent as usual.
   */
  disturb?: (action: FetchAction, request: SendRequest) => SendRequest | undefined;
  /** Set where a recorder keeps the log: what it holds. */
  held?: () => HeldLog;
  /** Set where a server renders the store, or a browser hydrates what it has rendered. */
  rendering?: Rendering;
  /** Ends what the managers have begun. */
  cleanup(): void;
}

/** Gets the response to a request. */
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
  /** When it failed, as far as it has. */
  failed: number | undefined;
}

/** What a recorder of the log holds, as it is. */
export interface HeldLog {
  readonly entries: readonly Readonly<RecordedEntry>[];
  /** The state after the last of them. */
  readonly after: DataState | undefined;
  /** Takes out of a text of the log what must not leave the device. */
  readonly redact: ((name: string, value: unknown) => unknown) | undefined;
}

/** An action, and the state that it met. */
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

/** A slice that is no longer there, and what is there in its place. */
export interface ReplacedSlice {
  readonly before: DataState | undefined;
  readonly after: DataState | undefined;
}

/** What is called when the slice was replaced. */
export type ReplacementListener = (replacement: Replacement, slices: ReplacedSlice) => void;

/** A request that rendering waits for, or has waited for. */
export interface AwaitedResponse {
  /** Fulfilled, without a value, when the request has ended. */
  readonly promise: Promise<unknown>;
  /** When it ended, in milliseconds since the Unix epoch. */
  readonly settledAt: number | undefined;
  /** What was stored of the request then; before, nothing that could be. */
  readonly cell: unknown;
  /** Why it failed. */
  readonly error: unknown;
  /** The one that rendering has come to wait for last: this one is needed until both are there. */
  next?: AwaitedResponse;
  /** Whether a component that shows it has mounted: what rendered it is not thrown away any more. */
  isShown?: boolean;
}

/** The handles of stores, by the `dispatch` that their middleware is given. */
const handles = new WeakMap<Dispatch, StoreHandle>();

/**
 * Requests the handle of a store: a thunk, so that nothing which looks at actions
 * ever sees it. The thunk middleware returns it, or else that of the client.
 */
const handleRequest = (dispatch: Dispatch) => {
  const handle = handles.get(dispatch);
  if (process.env.NODE_ENV !== 'production' && handle === undefined && hasAnyClient(dispatch)) {
    throw setupError('rdc-toolkit', LOADED_TWICE);
  }
  return handle;
};

/**
 * A second attempt where nothing was returned: middleware that `createDynamicMiddleware` was given is made when the
 * first action reaches it, which no thunk does. It goes no further than the client's middleware.
 */
const handleRequestAction = { type: 'rdc/handle' };

/** Whether an action requests the handle. */
export function asksForHandle(action: unknown): boolean {
  return action === handleRequest || action === handleRequestAction;
}

/**
 * Makes a handle known to code that has the `dispatch` of its middleware.
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
 * For middleware, which is made before its store: nothing can be dispatched then.
 */
export function handleFinder(dispatch: Dispatch): () => StoreHandle | undefined {
  let handle: StoreHandle | undefined;
  return () => {
    handle ??= handles.get(dispatch);
    return handle;
  };
}
