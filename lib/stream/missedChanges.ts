import type { Action } from 'redux';
import { type FetchAction, fetch } from '../actions/fetch';
import { noteCause } from '../actions/hiddenFields';
import { type ExpireAllAction, expireAll } from '../actions/invalidate';
import type { Subscriptions } from '../managers/subscriptions';
import { keysMeant } from '../selectors/keysMeant';
import type { ReadRequest } from '../store/Observer';
import type { StoreHandle } from '../store/StoreHandle';
import { getCell, getValue } from '../tables/getCell';
import type { DataState, InFlight, ResponseMeta } from '../types/State';

/**
 * Whether a response, or those to the requests in flight, may lack what a stream would have brought.
 *
 * @param isNew whether nothing was stored for the request until now
 */
export type IsMissed = (
  meta: ResponseMeta | undefined,
  requests: readonly InFlight[] | undefined,
  isNew: boolean,
) => boolean;

/** An instant by the clock, for what was fetched elsewhere, and by the number of the store's own requests. */
interface Moment {
  readonly time: number;
  readonly number: number | undefined;
}

/** Tells what may lack the changes that have come while a stream had no connection. */
export interface MissedChanges {
  /** Notes where the store begins, as soon as there is one. */
  begin(): void;
  /** Another state was put in place of the store's: all that it holds left under earlier numbers. */
  noteReplaced(): void;
  noteClosed(): void;
  noteOpened(): void;
  /** A message has changed the lists that are stored: those that come later, and are older, lack it. */
  noteListed(): void;
  /** What left before the connection was closed, or elsewhere. */
  readonly isEarlier: IsMissed;
  /** The same by the clock, for a state of which the numbers are of another store. */
  readonly isOlder: IsMissed;
  /**
   * What came from elsewhere, where it was fetched while there was no connection, or before a message that has changed
   * lists, and is not refetched already.
   */
  readonly isFromElsewhere: IsMissed;
}

/** Begins before the store is there. */
export function missedChanges(handle: () => StoreHandle | undefined): MissedChanges {
  let since: Moment = { time: Date.now(), number: undefined };
  let opened: Moment = { time: 0, number: 0 };
  let listedAt = 0;
  const now = (): Moment => ({ time: Date.now(), number: handle()?.nextNumber() });

  return {
    begin() {
      if (since.number === undefined) since = { ...since, number: handle()?.getState().order };
    },
    noteReplaced() {
      since = { ...since, number: handle()?.nextNumber() };
    },
    noteClosed() {
      since = now();
    },
    noteOpened() {
      opened = now();
    },
    noteListed() {
      listedAt = Date.now();
    },
    isEarlier(meta, requests = []) {
      const isBefore = (number: number) => number < (since.number ?? 0);
      return meta ? !meta.left || isBefore(meta.left) : requests.some(({ began }) => isBefore(began));
    },
    isOlder: meta => wasFetchedBefore(meta, since.time),
    isFromElsewhere: (meta, requests = [], isNew) =>
      meta?.left === undefined &&
      wasFetchedBefore(meta, Math.max(opened.time, isNew ? listedAt : 0) + 1) &&
      !requests.some(({ began }) => began >= (opened.number ?? 0)),
  };
}

/** @param time after which it may still be by a clock that was ahead */
function wasFetchedBefore(meta: ResponseMeta | undefined, time: number): boolean {
  return meta !== undefined && (meta.fetchedAt < time || meta.fetchedAt > Date.now());
}

/**
 * Refetches what may have changed while there was no connection, as far as something reads it or is subscribed to it; the
 * rest expires.
 *
 * @param feeds what the stream keeps up to date
 * @param before what was stored until now
 */
export function refetchMissed(
  store: StoreHandle,
  feeds: readonly { testKey(key: string): boolean }[],
  subscribed: Subscriptions,
  dispatch: (action: Action) => void,
  isMissed: IsMissed,
  before?: DataState,
): void {
  const { endpoints, inflight } = store.getState();
  const isNew = (key: string) => before !== undefined && getCell(before.endpoints, key) === undefined;
  const isFed = (key: string) =>
    isMissed(getCell(endpoints, key)?.meta, getValue(inflight, key), isNew(key)) &&
    feeds.some(endpoint => endpoint.testKey(key));
  const keys = keysMeant(store.getState(), isFed);
  const send = (action: ExpireAllAction | FetchAction) => {
    if (process.env.NODE_ENV !== 'production') noteCause(action, 'reconnect');
    dispatch(action);
  };
  if (keys.length > 0) send(expireAll(isFed, keys));
  const wanted = new Map<string, ReadRequest>(store.observers.requests());
  for (const [key, actions] of subscribed.all()) for (const action of actions) wanted.set(key, action);
  for (const [key, { endpoint, args }] of wanted)
    if (isFed(key)) send(fetch(endpoint, { args, unattended: true, began: store.nextNumber() }));
}
