import { sameValue } from '../plain/sameValue';
import { fetchIfStaleThunk } from '../thunks/fetchIfStaleThunk';
import { fetchThunk } from '../thunks/fetchThunk';
import type { EndpointInterface } from '../types/EndpointInterface';
import { type End, indexOfEnd, joined, movedBy, type PageOrder } from './pageOrder';
import type { PagesObserver, ShownPage } from './pagesObserver';
import type { KeyedRequest } from './ResponseObserver';
import type { StoreObservers } from './storeObservers';

/** A list, and which of its pages are shown. */
interface RequestedList {
  readonly observers: StoreObservers;
  readonly endpoint: EndpointInterface;
  readonly observer: PagesObserver;
  readonly order: PageOrder;
  /** The cursor of the first page. */
  readonly first: unknown;
  readonly maxPages: number;
  requestOf(cursor: unknown): KeyedRequest;
  /** The cursors of the pages to show next. */
  cursorsNow(): readonly unknown[];
  /** Shows other pages. */
  hold(cursors: readonly unknown[]): void;
}

/** Requests pages, and shows them once they are there. Each promise rejects as its request does. */
export interface PageRequests {
  /**
   * The cursor of the page beyond one end, unless that page is shown: an API may repeat the last one.
   *
   * @param pages what the shown ones hold, if it was read already
   */
  beyond(end: End, shown: readonly unknown[], pages?: readonly ShownPage[]): unknown;
  /** Adds the page beyond one end; does nothing if there is none. */
  extend(end: End): Promise<void>;
  /** Refetches as many pages as are shown, except the first `kept`, each where the one before it now ends. */
  refetch(kept?: number): Promise<void>;
  /** Refetches the first page, and shows no other. */
  refetchFirst(): Promise<void>;
}

/** Makes the requests of one list. */
export function pageRequests({
  observers: { handle },
  endpoint,
  observer,
  order,
  first,
  maxPages,
  requestOf,
  cursorsNow,
  hold,
}: RequestedList): PageRequests {
  const send = (args: readonly unknown[], thunk: typeof fetchIfStaleThunk = fetchThunk) =>
    thunk(endpoint, args)(handle.dispatch, handle.getState);

  function beyond(end: End, shown: readonly unknown[], pages: readonly ShownPage[] = []): unknown {
    const place = indexOfEnd(end, shown);
    const found = order.beyond(end, shown[place], pages[place]);
    return shown.some(one => sameValue(one, found)) ? undefined : found;
  }

  return {
    beyond,
    async extend(end) {
      const shown = cursorsNow();
      const from = shown[indexOfEnd(end, shown)];
      const cursor = beyond(end, shown);
      if (cursor === undefined) return;
      const added = requestOf(cursor);
      // A page requested before the one in front of it may no longer follow it.
      const isOlder = end === 'next' && observer.now(added).left < observer.now(requestOf(from)).left;
      await send(added.args, isOlder ? fetchThunk : fetchIfStaleThunk);
      // The end may have changed by now: then the page does not follow it.
      hold(joined(cursorsNow(), end, from, cursor, maxPages));
    },
    async refetch(kept = 0) {
      const before = cursorsNow();
      const found = before.slice(0, kept);
      for (let n = kept; n < movedBy(before, cursorsNow()).end; n++) {
        const cursor = n > 0 ? beyond('next', found) : before[0];
        if (n > 0 && cursor === undefined) break;
        const { key, args } = requestOf(cursor);
        if (key === undefined) return;
        // A page that was added meanwhile is already there.
        const shown = cursorsNow();
        if (n < before.length || !sameValue(shown[n + movedBy(before, shown).by], cursor)) await send(args);
        found.push(cursor);
      }
      const shown = cursorsNow();
      const { by, end } = movedBy(before, shown);
      const after = shown.slice(0, Math.max(by, 0)).concat(found.slice(Math.max(-by, 0), end));
      if (!sameValue(after, shown)) hold(after);
    },
    async refetchFirst() {
      const { key, args } = requestOf(first);
      if (key === undefined) return;
      await send(args);
      if (!sameValue(cursorsNow(), [first])) hold([first]);
    },
  };
}
