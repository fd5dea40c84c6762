import type { Memo } from '../denormalize/Memo';
import { isSameContent } from '../denormalize/sameContent';
import { noop } from '../plain/noop';
import { numberOf } from '../plain/numberOf';
import { isMissing, NOTHING_STORED, type Reading, readResponse, type Shown } from '../selectors/readResponse';
import type { Observed, ReadRequest } from '../store/Observer';
import { fetchThunk } from '../thunks/fetchThunk';
import { isFresh } from '../types/isFresh';
import type { DataState } from '../types/State';
import { hasJustArrived, isRecent } from './justArrived';
import { outcomeIn } from './requestFailure';
import { NO_SOURCE, type Source } from './Source';
import type { StoreObservers } from './storeObservers';

const NOTHING: Shown = Object.freeze({ data: undefined, error: undefined, isInvalid: false });

/** One of several requests of an endpoint. */
export interface KeyedRequest {
  /** `undefined` if there is nothing to fetch. */
  readonly key: string | undefined;
  readonly args: readonly unknown[];
}

/**
 * What one component reads of one request, from the moment it started: when it mounted, or got other arguments.
 *
 * The clock is read then, and again only after a pause in a hidden `Activity`: what is too old then (an error that
 * may be retried, stale data with `invalidIfStale`) counts as missing until another response comes, and what is good
 * then stays good however long it is shown, unless an action expires it. So a component does not change without a
 * change in the store, and rendering does not repeat a request that keeps failing.
 *
 * A class, because each mounted row has one: with closures for its functions it took 1 kB more, and mounting 10,000
 * rows took a fifth longer.
 */
export class ResponseObserver implements Source<Shown>, Observed {
  // The number of the state, because a component that is seldom notified must not keep an old one.
  #number: number;
  #reading: Reading;
  #refusedOutcome: unknown;
  /** Whether the first response had just come, however long the render that waited for it takes. */
  readonly #hadJustArrived: boolean;
  #firstSeenAt: number | undefined;
  #isRefused: boolean;
  #shown: Shown;
  #onMissing: (() => void) | undefined;
  #isMounted = false;
  #isPaused = false;
  /** A hidden `Activity` may render long before it is shown. */
  #renderedAt: number | undefined = Date.now();

  constructor(
    readonly observers: StoreObservers,
    readonly request: ReadRequest,
    readonly key: string,
  ) {
    const { handle } = observers;
    const state = handle.getState();
    this.#number = numberOf(state);
    this.#reading = this.#read(state);
    const { cell } = this.#reading;
    this.#refusedOutcome = outcomeIn(cell);
    this.#hadJustArrived = hasJustArrived(handle, key, cell);
    this.#isRefused = this.#mustRefetch();
    this.#shown = this.#acceptedShown();
  }

  readonly value = (): Shown => {
    this.reading();
    return this.#shown;
  };

  readonly subscribe = (notify: () => void): (() => void) =>
    this.observers.add({ observed: this, notify, shown: this.value });

  // A server-rendered response is already on the page, so it need not be fresh to be shown again.
  from(state: DataState): Shown {
    this.#isRefused = false;
    this.reading();
    this.#updateShown();
    const serverShown = this.#read(state).shown;
    return isSameContent(this.#shown, serverShown) ? this.#shown : serverShown;
  }

  /** What the store knows of the request now; reads each state once. `undefined` if there is no request. */
  reading(): Reading | undefined {
    const state = this.observers.handle.getState();
    const number = numberOf(state);
    if (number !== this.#number) {
      // In this order: a response that cannot be read throws each time, and does not leave the old reading in place.
      this.#reading = this.#read(state);
      this.#number = number;
      this.#updateShown();
    }
    return this.#reading;
  }

  /** What `value` was made from. */
  memo(): Memo | undefined {
    return this.reading()?.memo;
  }

  /** Treats a failure that may be fetched again as missing; returns whether there was one. */
  retry(): boolean {
    return this.reading()?.shown.error !== undefined && this.#isRetried() && this.#refuse();
  }

  /** What became too old in a pause counts as missing, as for a component that mounts. Strict Mode is no pause. */
  resume(notify: () => void): void {
    const { handle } = this.observers;
    this.#isMounted = true;
    const awaited = handle.awaited.get(this.key);
    if (awaited !== undefined) awaited.isShown = true;
    this.#isPaused ||= this.#renderedAt !== undefined && !isRecent(this.#renderedAt);
    this.#renderedAt = undefined;
    // In the past everything has expired, and nothing could be fetched.
    if (!this.#isPaused || handle.isPast()) return;
    this.#isPaused = false;
    this.reading();
    if (this.#mustRefetch() && this.#refuse()) notify();
  }

  pause(): void {
    this.#isMounted = false;
    queueMicrotask(() => {
      this.#isPaused ||= !this.#isMounted;
    });
  }

  /** Refetches what is shown if it is stale; does nothing if it is fresh, or during time travel. */
  refetchStale(): void {
    const { handle } = this.observers;
    const { endpoint, args } = this.request;
    if (!handle.isPast() && this.#isStale())
      void fetchThunk(endpoint, args, { unattended: true })(handle.dispatch, handle.getState);
  }

  /** Calls back when what is shown goes missing, even if no render follows; returns a function that stops it. */
  onMissing(listener: () => void): () => void {
    this.#onMissing = listener;
    return () => {
      this.#onMissing = undefined;
    };
  }

  #read(state: DataState): Reading {
    const { endpoint, args } = this.request;
    return readResponse(state, endpoint, this.key, args);
  }

  #outcome(): object | undefined {
    return outcomeIn(this.#reading.cell);
  }

  #acceptedShown(): Shown {
    const isStillRefused = this.#isRefused && this.#outcome() === this.#refusedOutcome;
    return isStillRefused || isExpiredByAction(this.#reading) ? NOTHING_STORED : this.#reading.shown;
  }

  #updateShown() {
    const next = this.#acceptedShown();
    // A response that repeats the one before is another object, but shows the same.
    if (isSameContent(this.#shown, next)) return;
    this.#shown = next;
    if (isMissing(next)) this.#onMissing?.();
  }

  #isRetried(): boolean {
    const outcome = this.#outcome();
    return outcome !== undefined && this.observers.retried.has(outcome);
  }

  #hasJustArrived(): boolean {
    return hasJustArrived(this.observers.handle, this.key, this.#reading.cell);
  }

  /** Whether a component that mounts now would fetch before anything is shown. */
  #mustRefetch(): boolean {
    const { shown } = this.#reading;
    return (
      (isTooOld(this.#reading) && !this.#hasJustArrived()) || (shown.error !== undefined && this.#isRetried())
    );
  }

  #refuse(): boolean {
    this.#refusedOutcome = this.#outcome();
    this.#isRefused = true;
    this.#updateShown();
    return true;
  }

  #isStale(): boolean {
    const { isInvalid, error } = this.value();
    const reading = this.#reading;
    if (isInvalid || error !== undefined || this.#hasJustArrived()) return false;
    this.#firstSeenAt ??= Date.now();
    if (this.#hadJustArrived && this.#outcome() === this.#refusedOutcome && isRecent(this.#firstSeenAt))
      return false;
    if (reading.failure !== undefined) return !isFresh(reading.failure) || this.#isRetried();
    return reading.isDoubtful || !isFresh(reading);
  }
}

/** Used when there is nothing to fetch: nothing is ever missing or stale, so the request is never read. */
export const NO_RESPONSE = {
  ...NO_SOURCE,
  value: () => NOTHING,
  from: () => NOTHING,
  reading: noop,
  memo: noop,
  refetchStale: noop,
  onMissing: () => noop,
} as object as ResponseObserver;

function isTooOld(reading: Reading): boolean {
  const { shown, failure, invalidIfStale } = reading;
  if (shown.error !== undefined) return failure === undefined || !isFresh(failure);
  return invalidIfStale && !shown.isInvalid && !isFresh(reading);
}

/** Whether an action, not the clock, expired data that must not be shown when stale. */
function isExpiredByAction({ shown, cell, invalidIfStale }: Reading): boolean {
  return invalidIfStale && !shown.isInvalid && shown.error === undefined && cell?.meta.expiresAt === 0;
}
