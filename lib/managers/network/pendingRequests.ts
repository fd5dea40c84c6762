import type { FetchAction } from '../../actions/fetch';
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
import { abortion } from './namedFailure';
import type { PendingRequest } from './PendingRequest';

/** The requests of one store that are in flight, and what waits for them. */
export interface PendingRequests extends Iterable<PendingRequest> {
  /** Adds a request that has not been sent yet; `undefined` where it was aborted before. */
  add(action: FetchAction): PendingRequest | undefined;
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
   * may wait for its promise. A component that leaves often makes way for one that reads the same: it is looked at
   * when the turn ends.
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
  store: StoreHandle,
  abortWhenUnused: boolean | undefined,
  onAborted: (request: PendingRequest, error: Error) => void,
): PendingRequests {
  const requests = new Set<PendingRequest>();
  const reads = new Map<string, PendingRequest>();
  /** Those about records that were being created when they began: their keys change with these. */
  const renamed = new Set<PendingRequest>();
  /** The number of the latest mutation that has ended. */
  let lastMutation = 0;
  const subscribed = subscriptions(
    () => store,
    key => onUnread(key, false),
  );

  /** The read in flight that is known by a key, or by now. */
  function readAt(key: string): PendingRequest | undefined {
    return reads.get(key) ?? [...renamed].find(read => keyOf(read) === key);
  }

  /** Its key by now; of an endpoint whose own `key()` throws for the server's key, the one under which it began. */
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
    return subscribed.of(key).length > 0 || store.observers.has(key);
  }

  /** @param isLeft whether the last that waited has left, which ends what may not end unused */
  function isUnused(request: PendingRequest, isLeft: boolean): boolean {
    const { endpoint } = request.action;
    return !endpoint.sideEffect && (endpoint.abortWhenUnused ?? abortWhenUnused)
      ? isUnattended(request) && !isRead(request)
      : isLeft;
  }

  function join(request: PendingRequest, meta: FetchAction['meta']) {
    const { signal } = meta;
    const leave = () => {
      if (!requests.has(request) || !request.waiting.delete(meta)) return;
      const error = abortion(signal?.reason, request.action.key);
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
    // In state it is one kind of end, whatever the caller's reason was.
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
      const cast = Object.values(meta.doubts ?? {}).flatMap(Object.values<number>);
      const toSee = [invalidated, expired, isDeliberate ? lastMutation : 0].concat(cast);
      return toSee.some(number => left < number) ? undefined : read;
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
    note: subscribed.note,
    onUnread,
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
