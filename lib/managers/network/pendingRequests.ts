import type { FetchAction } from '../../actions/fetch';
import { withMeta } from '../../actions/withMeta';
import { mayShareResponse } from '../../definitions/sharedKeys';
import { AbortError } from '../../errors/AbortError';
import { ResetError } from '../../errors/ResetError';
import { attempt } from '../../plain/attempt';
import { deferred } from '../../plain/deferred';
import { temporaryKeysIn, withRealKeys } from '../../selectors/withRealKeys';
import type { StoreHandle } from '../../store/StoreHandle';
import { getCell } from '../../tables/getCell';
import { withDoubts } from '../../types/doubts';
import { subscriptions } from '../subscriptions';
import type { PendingRequest } from './PendingRequest';
import { abortedError } from './requestError';

/** The requests of one store that are in flight, and what waits for them. */
export interface PendingRequests extends Iterable<PendingRequest> {
  /** Adds a request that has not been sent yet; returns `undefined` if it is aborted already. */
  add(action: FetchAction): PendingRequest | undefined;
  /** The read in flight that a request can share; never one that left before a change that the request must see. */
  find(action: FetchAction): PendingRequest | undefined;
  /** Lets one more caller wait for a request, until its signal is aborted. */
  join(request: PendingRequest, meta: FetchAction['meta']): void;
  /** Removes a request; returns false if it has ended already. */
  end(request: PendingRequest): boolean;
  /** Ends a request without a response, and stores that it was aborted. */
  abort(request: PendingRequest, reason?: string | false, error?: Error): void;
  /** Ends all requests of a session that is over; stores nothing. Returns a function that rejects their promises. */
  reset(): () => void;
  /** Notes an action if it is a subscription. */
  note(action: unknown): void;
  /**
   * Aborts a read that its last observer has left, if it may be aborted unused. An abandoned read is aborted even if
   * something waits for its promise. Checks when the turn ends, because a component that leaves is often replaced by
   * one that reads the same.
   */
  onUnread(key: string, isAbandoned: boolean): void;
  cleanup(): void;
}

/**
 * Tracks the requests in flight of one store; each ends once.
 *
 * @param onAborted stores the end of an aborted request
 */
export function pendingRequests(
  store: StoreHandle,
  abortWhenUnused: boolean | undefined,
  onAborted: (request: PendingRequest, error: Error) => void,
): PendingRequests {
  const requests = new Set<PendingRequest>();
  const reads = new Map<string, PendingRequest>();
  /** Reads about records that were being created when they began: the key of such a read changes with the record's. */
  const renamed = new Set<PendingRequest>();
  /** The number of the latest mutation that has ended. */
  let lastMutation = 0;
  const subscribers = subscriptions(
    () => store,
    key => onUnread(key, false),
  );

  /** The read in flight that began under a key, or has it by now. */
  function readAt(key: string): PendingRequest | undefined {
    return reads.get(key) ?? [...renamed].find(read => keyOf(read) === key);
  }

  /** The read's key by now; the key under which it began if the endpoint's own `key()` throws for the server's key. */
  function keyOf({ action: { endpoint, key }, args }: PendingRequest): string {
    return attempt(() => endpoint.key(...withRealKeys(store.getState(), args))) ?? key;
  }

  function onUnread(key: string, isAbandoned: boolean) {
    if (readAt(key) === undefined) return;
    queueMicrotask(() => {
      const read = readAt(key);
      if (read !== undefined && (isAbandoned ? !isRead(read) : isUnused(read, false))) abort(read);
    });
  }

  function isRead(request: PendingRequest): boolean {
    return isUsed(request.action.key) || (renamed.has(request) && isUsed(keyOf(request)));
  }

  /** Whether an observer reads the response to a request, or a subscription keeps it up to date. */
  function isUsed(key: string): boolean {
    return subscribers.of(key).length > 0 || store.observers.has(key);
  }

  /** @param hasNoCaller whether the last caller has left; that alone decides where reads may not be aborted unused */
  function isUnused(request: PendingRequest, hasNoCaller: boolean): boolean {
    const { endpoint } = request.action;
    return !endpoint.sideEffect && (endpoint.abortWhenUnused ?? abortWhenUnused)
      ? isUnattended(request) && !isRead(request)
      : hasNoCaller;
  }

  function join(request: PendingRequest, meta: FetchAction['meta']) {
    const { signal } = meta;
    const leave = () => {
      if (!requests.has(request) || !request.waiting.delete(meta)) return;
      const error = abortedError(signal?.reason, request.action.key);
      meta.reject(error);
      if (isUnused(request, request.waiting.size === 0)) abort(request, false, error);
    };
    request.waiting.add(meta);
    if (meta.doubts !== undefined) request.doubts = withDoubts(request.doubts ?? {}, meta.doubts);
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted) leave();
  }

  function end(request: PendingRequest): boolean {
    if (!requests.delete(request)) return false;
    const { key, endpoint } = request.action;
    if (reads.get(key) === request) reads.delete(key);
    renamed.delete(request);
    if (endpoint.sideEffect) lastMutation = store.nextNumber();
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
    // The state has one kind of abort, whatever the caller's reason was.
    onAborted(request, new AbortError(request.action.key));
  }

  return {
    [Symbol.iterator]: () => requests.values(),
    add(action) {
      const { promise: ended, resolve: end } = deferred<void>();
      const { args, key, endpoint, meta } = action;
      const request: PendingRequest = {
        action,
        args,
        key,
        abort: new AbortController(),
        waiting: new Set(),
        end,
        ended,
        scope: undefined,
        left: undefined,
        since: meta.since,
        fetchedAt: meta.fetchedAt,
        head: undefined,
        doubts: undefined,
      };
      requests.add(request);
      if (!endpoint.sideEffect) {
        reads.set(key, request);
        if (temporaryKeysIn(args).length > 0) renamed.add(request);
      }
      join(request, meta);
      return requests.has(request) ? request : undefined;
    },
    find({ key, endpoint, meta }) {
      const read = endpoint.sideEffect ? undefined : readAt(key);
      if (read === undefined || !mayShareResponse(read.action.endpoint, endpoint)) return undefined;
      const { left } = read;
      if (left === undefined) return read;
      const { invalidated = 0, expired = 0 } = getCell(store.getState().endpoints, key)?.meta ?? {};
      const isDeliberate = !meta.unattended || meta.doubts !== undefined;
      const castNumbers = Object.values(meta.doubts ?? {}).flatMap(Object.values<number>);
      const mustSee = [invalidated, expired, isDeliberate ? lastMutation : 0].concat(castNumbers);
      return mustSee.some(number => left < number) ? undefined : read;
    },
    join,
    end,
    abort,
    reset() {
      const ending = [...requests].filter(end);
      return () => {
        for (const request of ending) rejectAll(request, new ResetError(request.action.key));
      };
    },
    note: subscribers.note,
    onUnread,
    cleanup() {
      for (const request of [...requests])
        abort(request, process.env.NODE_ENV !== 'production' && 'the store was cleaned up');
    },
  };
}

/**
 * Adds the requests in flight to a slice that came from elsewhere and has the numbers of another store, so that their
 * responses are stored, and win.
 *
 * @param forward passes an action on to the reducer
 */
export function renewRequests(
  pending: Iterable<PendingRequest>,
  forward: (action: unknown) => unknown,
  nextNumber: () => number,
): void {
  // This reducer has not seen them yet.
  for (const { action } of pending) forward(withMeta(action, { began: nextNumber() }));
  const sent = [...pending].filter(({ left }) => left !== undefined);
  for (const request of sent.sort((a, b) => (a.left ?? 0) - (b.left ?? 0))) {
    // The server may have executed an attempt before the last one.
    const since = (request.since ?? Infinity) < (request.left ?? 0) ? nextNumber() : undefined;
    request.left = nextNumber();
    request.since = request.action.meta.since ?? since ?? request.left;
  }
}

/** Whether nothing waits for the promise of a request. */
export function isUnattended({ waiting }: PendingRequest): boolean {
  return [...waiting].every(({ unattended }) => unattended);
}

/** Aborts the connection of a request, and rejects every promise that waits for it. */
function rejectAll({ abort, waiting }: PendingRequest, error: Error) {
  abort.abort(error);
  for (const { reject } of waiting) reject(error);
}
