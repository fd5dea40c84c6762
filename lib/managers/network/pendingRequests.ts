import type { FetchAction } from '../../actions/fetch';
import { AbortError } from '../../errors/AbortError';
import { ResetError } from '../../errors/ResetError';
import type { StoreHandle } from '../../store/StoreHandle';
import { getCell } from '../../tables/getCell';
import { subscriptions } from '../subscriptions';
import { abortion } from './namedFailure';
import type { PendingRequest } from './PendingRequest';

/** The requests of one store that are in flight, and what waits for them. */
export interface PendingRequests extends Iterable<PendingRequest> {
  add(request: PendingRequest): void;
  has(request: PendingRequest): boolean;
  /** The read in flight that a request can share; not one that left before what it has to see. */
  find(action: FetchAction): PendingRequest | undefined;
  /** Lets one more caller wait for a request, until its signal is aborted. */
  join(request: PendingRequest, meta: FetchAction['meta']): void;
  /** Takes a request out; false where it has ended already. */
  end(request: PendingRequest): boolean;
  /** Ends a request without a response; its end is stored as that of an aborted one. */
  abort(request: PendingRequest, reason?: string | false, error?: Error): void;
  /** Ends all requests, of a session that is over; nothing of it is stored. Returns what tells those that wait. */
  reset(): () => void;
  /** Counts an action, when it is a subscription. */
  note(action: unknown): void;
  /**
   * Ends a read that the last observer has left, if it may end unused; one that is abandoned ends although something
   * may wait for its promise.
   */
  onUnread(key: string, isAbandoned: boolean): void;
  cleanup(): void;
}

/**
 * Knows the requests in flight of one store; each ends once.
 *
 * @param onAborted stores how a request has ended that was aborted
 */
export function pendingRequests(
  handle: () => StoreHandle | undefined,
  nextNumber: () => number,
  abortWhenUnused: boolean,
  onAborted: (request: PendingRequest, error: Error) => void,
): PendingRequests {
  const requests = new Set<PendingRequest>();
  const reads = new Map<string, PendingRequest>();
  /** The number of the latest mutation that has ended. */
  let lastMutation = 0;
  const subscribed = subscriptions((key, { length }) => {
    if (length === 0) onUnread(key);
  });

  /** Whether an observer reads the response to a request, or a subscription keeps it up to date. */
  function isUsed(key: string): boolean {
    return subscribed.has(key) || !!handle()?.observers.has(key);
  }

  /** A component that leaves often makes way for one that reads the same: it is looked at when the turn ends. */
  function onUnread(key: string) {
    if (!reads.has(key)) return;
    queueMicrotask(() => {
      const read = reads.get(key);
      if (read !== undefined && mayEndUnused(read.action) && isUnused(read)) abort(read);
    });
  }

  function leave(request: PendingRequest, meta: FetchAction['meta']) {
    if (!requests.has(request) || !request.waiting.delete(meta)) return;
    const error = abortion(meta.signal?.reason, request.action.key);
    meta.reject(error);
    if (isUnused(request)) abort(request, false, error);
  }

  function isUnused(request: PendingRequest): boolean {
    const { action, waiting } = request;
    if (!mayEndUnused(action)) return waiting.size === 0;
    return isUnattended(request) && !isUsed(action.key);
  }

  function mayEndUnused({ endpoint }: FetchAction): boolean {
    return !endpoint.sideEffect && (endpoint.abortWhenUnused ?? abortWhenUnused);
  }

  function end(request: PendingRequest): boolean {
    if (!requests.delete(request)) return false;
    const { key, endpoint } = request.action;
    if (reads.get(key) === request) reads.delete(key);
    if (endpoint.sideEffect) lastMutation = nextNumber();
    request.end();
    return true;
  }

  function abort(
    request: PendingRequest,
    reason: string | false = process.env.NODE_ENV !== 'production' && 'nothing needs it any more',
    error: Error = new AbortError(request.action.key, reason),
  ) {
    if (!end(request)) return;
    rejectAll(request, error);
    // In state it is one kind of end, whatever the caller's reason was.
    onAborted(request, new AbortError(request.action.key));
  }

  return {
    [Symbol.iterator]: () => requests.values(),
    add(request) {
      const { action } = request;
      requests.add(request);
      if (!action.endpoint.sideEffect) reads.set(action.key, request);
    },
    has: request => requests.has(request),
    find({ key, endpoint, meta }) {
      const read = endpoint.sideEffect ? undefined : reads.get(key);
      if (read?.left === undefined) return read;
      const { invalidated = 0, expired = 0 } = getCell(handle()?.getState().endpoints, key)?.meta ?? {};
      const isDeliberate = !meta.unattended || meta.doubts !== undefined;
      return read.left < Math.max(invalidated, expired) || (isDeliberate && read.left < lastMutation)
        ? undefined
        : read;
    },
    join(request, meta) {
      request.waiting.add(meta);
      meta.signal?.addEventListener('abort', () => leave(request, meta), { once: true });
      if (meta.signal?.aborted) leave(request, meta);
    },
    end,
    abort,
    reset() {
      const ending = [...requests].filter(end);
      return () => {
        for (const request of ending) rejectAll(request, new ResetError(request.action.key));
      };
    },
    note: subscribed.note,
    onUnread(key, isAbandoned) {
      const read = reads.get(key);
      if (!isAbandoned) onUnread(key);
      else if (read !== undefined && !isUsed(key)) abort(read);
    },
    cleanup() {
      for (const request of [...requests])
        abort(request, process.env.NODE_ENV !== 'production' && 'the store was cleaned up');
    },
  };
}

/** Whether nothing waits for the promise of a request. */
export function isUnattended({ waiting }: PendingRequest): boolean {
  return [...waiting].every(({ unattended }) => unattended);
}

/** Ends the connection of a request, and tells all that wait for it. */
function rejectAll({ abort, waiting }: PendingRequest, error: Error) {
  abort.abort(error);
  for (const { reject } of waiting) reject(error);
}
