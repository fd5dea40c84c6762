import type { Memo } from '../denormalize/Memo';
import { isSameContent } from '../denormalize/sameContent';
import { nothing } from '../plain/nothing';
import { numberOf } from '../plain/numberOf';
import { isMissing, NOTHING_STORED, type Reading, readResponse, type Shown } from '../selectors/readResponse';
import type { ReadRequest } from '../store/Observer';
import { fetchThunk } from '../thunks/fetchThunk';
import { isFresh } from '../types/isFresh';
import { hasJustCome, isRecent } from './justCome';
import { outcomeIn } from './requestFailure';
import { NO_SOURCE, observeAll, type Source } from './Source';
import type { StoreObservers } from './storeObservers';

const NOTHING: Shown = Object.freeze({ data: undefined, error: undefined, isInvalid: false });

/** One of several requests of an endpoint. */
export interface KeyedRequest {
  /** `undefined` when there is nothing to fetch. */
  readonly key: string | undefined;
  readonly args: readonly unknown[];
}

/** What one component reads of one request, from the moment at which it began to. */
export interface ResponseObserver extends Source<Shown> {
  readonly observers: StoreObservers;
  readonly request: ReadRequest;
  readonly key: string;
  /** What the store knows of the request now; `undefined` where there is none. */
  reading(): Reading | undefined;
  /** What `value` was made from. */
  memo(): Memo | undefined;
  /** Counts a failure that may be fetched again as missing; returns whether there was one. */
  retry(): boolean;
  /** What has become too old in a pause counts as missing, as for a component that mounts. Strict Mode makes no pause. */
  readonly resume: (notify: () => void) => () => void;
  /** Refetches what is shown if it is stale; does nothing where it is fresh, or during time travel. */
  refetchStale(): void;
  /** Calls back when what is shown goes missing, even if no render follows; returns what ends that. */
  onMissing(listener: () => void): () => void;
}

/** Where there is nothing to fetch: nothing is ever missing or stale, so that nobody looks for the request. */
export const NO_RESPONSE = {
  ...NO_SOURCE,
  value: () => NOTHING,
  from: () => NOTHING,
  reading: nothing,
  memo: nothing,
  refetchStale: nothing,
  onMissing: () => nothing,
} as object as ResponseObserver;

/**
 * Begins to observe a request: when a component mounts, or gets other arguments.
 *
 * The clock is read now, and again only after a pause, in an `Activity` that was hidden: what is too old then (an
 * error that may be retried, stale data where `invalidIfStale`) is treated as missing until another response comes,
 * and what is good then stays good however long it is shown, unless an action expires it.
 * So a component does not change without a change in the store, and rendering
 * does not repeat a request that keeps failing.
 */
export function responseObserver(
  observers: StoreObservers,
  request: ReadRequest,
  key: string,
): ResponseObserver {
  const { handle, retried } = observers;
  const { endpoint, args } = request;
  const initial = handle.getState();
  // The number of the state, since a component that is seldom notified must not hold an old one.
  let number = numberOf(initial);
  let reading = readResponse(initial, endpoint, key, args);
  let refused = outcomeIn(reading.cell);
  const isRetried = (outcome = outcomeIn(reading.cell)) => outcome !== undefined && retried.has(outcome);
  // However long the render takes that waited for it.
  const isFirst = hasJustCome(handle, key, reading.cell);
  let seenAt: number | undefined;
  let isRefused = isOver();
  let shown = accepted(reading);
  let listener: (() => void) | undefined;
  let isMounted = false;
  let isPaused = false;
  /** An `Activity` that begins hidden renders long before it shows. */
  let renderedAt: number | undefined = Date.now();

  function accepted(next: Reading): Shown {
    const isSame = outcomeIn(next.cell) === refused;
    return (isRefused && isSame) || isExpiredByAction(next) ? NOTHING_STORED : next.shown;
  }

  /** Reads each state once. */
  function current(): Reading {
    const state = handle.getState();
    const now = numberOf(state);
    if (now === number) return reading;
    // In this order: what cannot be read throws each time, and does not leave the old reading in place.
    reading = readResponse(state, endpoint, key, args);
    number = now;
    show();
    return reading;
  }

  function show() {
    const next = accepted(reading);
    // A response that repeats the one before is another one, but shows the same.
    if (isSameContent(shown, next)) return;
    shown = next;
    if (isMissing(shown)) listener?.();
  }

  function value(): Shown {
    current();
    return shown;
  }

  /** Whether a component that mounts now would fetch it before anything is shown. */
  function isOver(): boolean {
    const { shown, cell } = reading;
    return (
      (isTooOld(reading) && !hasJustCome(handle, key, cell)) || (shown.error !== undefined && isRetried())
    );
  }

  function refuse(): boolean {
    refused = outcomeIn(reading.cell);
    isRefused = true;
    show();
    return true;
  }

  function isStale(): boolean {
    const { cell, failure, isDoubtful } = current();
    if (shown.isInvalid || shown.error !== undefined || hasJustCome(handle, key, cell)) return false;
    seenAt ??= Date.now();
    if (isFirst && outcomeIn(reading.cell) === refused && isRecent(seenAt)) return false;
    if (failure !== undefined) return !isFresh(failure) || isRetried();
    return isDoubtful || !isFresh(reading);
  }

  const observer: ResponseObserver = {
    observers,
    request,
    key,
    value,
    // What a server has rendered need not be fresh to be shown again: it is on the page already.
    from(state) {
      isRefused = false;
      current();
      show();
      const was = readResponse(state, endpoint, key, args).shown;
      return isSameContent(shown, was) ? shown : was;
    },
    subscribe: notify => observeAll(observers, [observer], value, notify),
    reading: current,
    memo: () => current().memo,
    retry() {
      return current().shown.error !== undefined && isRetried() && refuse();
    },
    resume(notify) {
      isMounted = true;
      const awaited = handle.awaited.get(key);
      if (awaited !== undefined) awaited.isShown = true;
      isPaused ||= renderedAt !== undefined && !isRecent(renderedAt);
      renderedAt = undefined;
      // In the past all has expired, and nothing could be fetched.
      if (isPaused && !handle.isPast()) {
        isPaused = false;
        current();
        if (isOver() && refuse()) notify();
      }
      return () => {
        isMounted = false;
        queueMicrotask(() => {
          isPaused ||= !isMounted;
        });
      };
    },
    refetchStale() {
      if (!handle.isPast() && isStale())
        void fetchThunk(endpoint, args, { unattended: true })(handle.dispatch, handle.getState);
    },
    onMissing(given) {
      listener = given;
      return () => {
        listener = undefined;
      };
    },
  };
  return observer;
}

function isTooOld(reading: Reading): boolean {
  const { shown, failure, invalidIfStale } = reading;
  if (shown.error !== undefined) return failure === undefined || !isFresh(failure);
  return invalidIfStale && !shown.isInvalid && !isFresh(reading);
}

/** Whether an action, and not the clock, has made stale what must not be shown then. */
function isExpiredByAction({ shown, cell, invalidIfStale }: Reading): boolean {
  return invalidIfStale && !shown.isInvalid && shown.error === undefined && cell?.meta.expiresAt === 0;
}
