import type { Action } from 'redux';
import { type FetchAction, fetch } from '../actions/fetch';
import { noteCause } from '../actions/hiddenFields';
import { type ExpireAllAction, expireAll } from '../actions/invalidate';
import type { Subscriptions } from '../managers/subscriptions';
import { matchingKeys } from '../selectors/matchingKeys';
import type { ReadRequest } from '../store/Observer';
import type { StoreHandle } from '../store/StoreHandle';
import { getCell, getValue } from '../tables/getCell';
import type { DataState, InFlight, ResponseMeta } from '../types/State';

/**
 * Whether a response, or those to the requests in flight, may lack changes from a stream.
 *
 * @param isNew whether nothing was stored for the request until now
 */
export type IsMissed = (
  meta: ResponseMeta | undefined,
  requests: readonly InFlight[] | undefined,
  isNew: boolean,
) => boolean;

/** A moment by the clock, for data fetched elsewhere, and by number, for the store's own requests. */
interface Moment {
  readonly time: number;
  readonly number: number | undefined;
}

/** Finds responses that may lack the changes made while a stream had no connection. */
export interface MissedChanges {
  /** Notes the store's first number, as soon as there is a store. */
  begin(): void;
  /** The store's state was replaced: everything in it left under earlier numbers. */
  noteReplaced(): void;
  noteClosed(): void;
  noteOpened(): void;
  /** A message changed the stored lists: older lists that come later lack the change. */
  noteListsChanged(): void;
  /** Whether it left before the connection was closed, or elsewhere. */
  readonly isEarlier: IsMissed;
  /** The same by the clock, for a state with the numbers of another store. */
  readonly isOlder: IsMissed;
  /**
   * Whether it came from elsewhere, was fetched while there was no connection or before a message that changed lists,
   * and is not being refetched already.
   */
  readonly isFromElsewhere: IsMissed;
}

/** Starts before there is a store. */
export function missedChanges(handle: () => StoreHandle | undefined): MissedChanges {
  let missedSince: Moment = { time: Date.now(), number: undefined };
  let openedAt: Moment = { time: 0, number: 0 };
  let listsChangedAt = 0;
  const now = (): Moment => ({ time: Date.now(), number: handle()?.nextNumber() });

  return {
    begin() {
      if (missedSince.number === undefined)
        missedSince = { ...missedSince, number: handle()?.getState().order };
    },
    noteReplaced() {
      missedSince = { ...missedSince, number: handle()?.nextNumber() };
    },
    noteClosed() {
      missedSince = now();
    },
    noteOpened() {
      openedAt = now();
    },
    noteListsChanged() {
      listsChangedAt = Date.now();
    },
    isEarlier(meta, requests = []) {
      const isBefore = (number: number) => number < (missedSince.number ?? 0);
      return meta ? !meta.left || isBefore(meta.left) : requests.some(({ began }) => isBefore(began));
    },
    isOlder: meta => wasFetchedBefore(meta, missedSince.time),
    isFromElsewhere: (meta, requests = [], isNew) =>
      meta?.left === undefined &&
      wasFetchedBefore(meta, Math.max(openedAt.time, isNew ? listsChangedAt : 0) + 1) &&
      !requests.some(({ began }) => began >= (openedAt.number ?? 0)),
  };
}

/** @param time a fetch dated in the future also counts as before it, since its clock was ahead */
function wasFetchedBefore(meta: ResponseMeta | undefined, time: number): boolean {
  return meta !== undefined && (meta.fetchedAt < time || meta.fetchedAt > Date.now());
}

/**
 * Refetches what may have changed while there was no connection, if something reads it or is subscribed to it; the
 * rest expires.
 *
 * @param feeds the endpoints that the stream keeps up to date
 * @param before the state until now
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
  const isAffected = (key: string) =>
    isMissed(getCell(endpoints, key)?.meta, getValue(inflight, key), isNew(key)) &&
    feeds.some(endpoint => endpoint.testKey(key));
  const keys = matchingKeys(store.getState(), isAffected);
  const send = (action: ExpireAllAction | FetchAction) => {
    if (process.env.NODE_ENV !== 'production') noteCause(action, 'reconnect');
    dispatch(action);
  };
  if (keys.length > 0) send(expireAll(isAffected, keys));
  const requests = new Map<string, ReadRequest>(store.observers.requests());
  for (const [key, actions] of subscribed.all()) for (const action of actions) requests.set(key, action);
  for (const [key, { endpoint, args }] of requests)
    if (isAffected(key)) send(fetch(endpoint, { args, unattended: true, began: store.nextNumber() }));
}
