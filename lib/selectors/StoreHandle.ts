import type { Dispatch } from 'redux';
import type { ExpiryLengths } from '../actions/expiry';
import { SetupError } from '../errors/SetupError';
import type { DataState } from '../types/State';
import type { MountedReaders } from './MountedReaders';

/** What belongs to one store: all that lives is here, and nothing of it at module level. */
export interface StoreHandle extends ExpiryLengths {
  readonly reducerPath: string;
  readonly dispatch: Dispatch;
  /** @throws {SetupError} when the slice is not mounted at `reducerPath` */
  getState(): DataState;
  /** Requests that rendering waits for, by key: a render that is thrown away and retried asks once. */
  readonly awaited: Map<string, AwaitedResponse>;
  /** Who reads what, for managers that have to know. */
  readonly readers: MountedReaders;
  /** Ends what the managers have begun. */
  cleanup(): void;
}

/** A request that rendering waits for, or has waited for. */
export interface AwaitedResponse {
  /** Fulfilled, without a value, when the request has ended. */
  readonly promise: Promise<unknown>;
  /** When it ended, in milliseconds since the Unix epoch. */
  readonly settledAt: number | undefined;
  /** What was stored of the request then. */
  readonly answer: unknown;
  /** Why it failed. */
  readonly error: unknown;
}

const HANDLE_REQUEST = 'rdc/internal/handle';

/** Asks the middleware for the handle of its store; nothing but the middleware ever sees it. */
const handleRequest = Object.freeze({ type: HANDLE_REQUEST });

/** Whether an action asks for the handle. */
export function asksForHandle(action: unknown): boolean {
  return action === handleRequest;
}

/**
 * The handle of the store behind a `dispatch`.
 *
 * @throws {SetupError} when the store has no such middleware
 */
export function handleOf(dispatch: Dispatch): StoreHandle {
  const handle = findHandle(dispatch);
  if (handle === undefined) {
    throw new SetupError(
      'The store does not answer: the middleware of the data client is missing.',
      'Add it in configureStore: middleware: getDefault => getDefault().concat(dataClient.middleware).',
    );
  }
  return handle;
}

/** The handle of the store behind a `dispatch`; `undefined` when the store has no such middleware. */
export function findHandle(dispatch: Dispatch): StoreHandle | undefined {
  const answer: unknown = dispatch(handleRequest);
  return answer === (handleRequest as unknown) ? undefined : (answer as StoreHandle);
}

/**
 * Finds the handle of a store when it is first asked for.
 *
 * For middleware, which is made before its store: nothing can be dispatched then.
 */
export function handleFinder(dispatch: Dispatch): () => StoreHandle | undefined {
  let handle: StoreHandle | undefined;
  return () => {
    handle ??= findHandle(dispatch);
    return handle;
  };
}
