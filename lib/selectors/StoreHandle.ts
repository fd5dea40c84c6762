import type { Dispatch } from 'redux';
import type { ExpiryLengths } from '../actions/expiry';
import { SetupError } from '../errors/SetupError';
import type { DataState } from '../types/State';

/** What belongs to one store: all that lives is here, and nothing of it at module level. */
export interface StoreHandle extends ExpiryLengths {
  readonly reducerPath: string;
  readonly dispatch: Dispatch;
  /** @throws {SetupError} when the slice is not mounted at `reducerPath` */
  getState(): DataState;
  /** Requests that rendering waits for, by key: a render that is thrown away and retried asks once. */
  readonly awaited: Map<string, Promise<unknown>>;
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
  const answer: unknown = dispatch(handleRequest);
  if (answer === (handleRequest as unknown)) {
    throw new SetupError(
      'The store does not answer: the middleware of the data client is missing.',
      'Add it in configureStore: middleware: getDefault => getDefault().concat(dataClient.middleware).',
    );
  }
  return answer as StoreHandle;
}
