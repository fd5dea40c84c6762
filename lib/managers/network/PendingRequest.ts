import type { FetchAction } from '../../actions/fetch';
import type { Attempt } from '../../store/StoreHandle';

/** One request in flight, and everything that waits for it. */
export interface PendingRequest {
  readonly action: FetchAction;
  readonly abort: AbortController;
  readonly waiting: Set<FetchAction['meta']>;
  /** Settles {@link PendingRequest.ended}. */
  end(): void;
  /** Settles when the request has ended. */
  readonly ended: Promise<void>;
  /** What a mutation is about; others with the same scope may have to wait for it. */
  scope: string | undefined;
  /** The arguments to send, with the keys that records have by then. */
  args: readonly unknown[];
  /** The request's key under these arguments. */
  key: string;
  /** The number under which the latest attempt left; `undefined` until one has left. */
  left: number | undefined;
  /** The number under which the first attempt left. */
  since: number | undefined;
  /** When the latest attempt left, in milliseconds since the Unix epoch. */
  fetchedAt: number;
  /** The attempts that have left, in order; noted in development only. */
  attempts?: Attempt[];
  /** The doubts that its response resolves. */
  doubts: FetchAction['meta']['doubts'];
  /** What the endpoint keeps of the response's head. */
  head: unknown;
  /** Set if the server's response was empty. */
  isEmpty?: true;
}
