import { memoizeByState } from '../selectors/memoizeByState';
import type { Shown } from '../selectors/readResponse';
import { getCell } from '../tables/getCell';
import { type EndpointInterface, schemaOf } from '../types/EndpointInterface';
import type { DataState } from '../types/State';
import type { EndpointReading } from './EndpointReading';
import type { KeyedRequest } from './KeyedRequest';
import { recordsOnce } from './recordsOnce';
import { NO_RESPONSE, type ResponseObserver, responseObserver } from './responseObserver';
import type { Source } from './Source';
import type { StoreObservers } from './storeObservers';

/** What is shown of one page. */
export interface ShownPage {
  readonly shown: Shown;
  /** The data without records that a page requested later holds. */
  readonly data: unknown;
  /** What the endpoint's `meta` keeps of the response's head. */
  readonly meta: unknown;
}

/** Observes any number of requests of one endpoint, each from the moment at which it was first read. */
export interface PagesObserver {
  /** What is shown of some requests, in their order. */
  source(requests: readonly KeyedRequest[]): Source<readonly ShownPage[]>;
  /** What there is of a page at the moment of the call. */
  now(request: KeyedRequest): FoundPage;
  /** What a component sees of one of them, of which this is shown. */
  reading(request: KeyedRequest, shown: Shown | undefined): EndpointReading;
}

/**
 * Begins to observe pages.
 *
 * @param name what a person calls the reader
 */
export function pagesObserver(
  observers: StoreObservers,
  endpoint: EndpointInterface,
  name?: string,
): PagesObserver {
  let known: ReadonlyMap<string | undefined, ResponseObserver> = new Map();

  function observerOf({ key, args }: KeyedRequest): ResponseObserver {
    if (key === undefined) return NO_RESPONSE;
    return known.get(key) ?? responseObserver(observers, endpoint, key, args);
  }

  /** @param of what is shown of one request */
  function pageOf(
    request: KeyedRequest,
    { endpoints }: DataState = observers.handle.getState(),
    of = (page: ResponseObserver): Shown => page.value(),
  ): FoundPage {
    const { head, left = 0, landed = 0 } = (request.key && getCell(endpoints, request.key)?.meta) || {};
    return { shown: of(observerOf(request)), meta: head, left, landed };
  }

  return {
    source(requests) {
      known = new Map(requests.map(request => [request.key, observerOf(request)]));
      let found: readonly FoundPage[] = [];
      let pages: readonly ShownPage[] = [];
      return {
        value() {
          const now = requests.map(request => pageOf(request));
          if (isSame(now, found, ['shown', 'meta', 'left'])) return pages;
          const shown = shownOf(endpoint, now, pages);
          found = now;
          if (!isSame(shown, pages, ['shown', 'meta', 'data'])) pages = shown;
          return pages;
        },
        from: memoizeByState(state =>
          shownOf(
            endpoint,
            requests.map(request => pageOf(request, state, page => page.from(state))),
          ),
        ),
        observed: requests.flatMap(request => {
          const { key, args } = request;
          if (key === undefined) return [];
          return [{ key, request: { endpoint, args, name }, memo: observerOf(request).memo }];
        }),
      };
    },
    now: request => pageOf(request),
    reading(request, shown) {
      const observer = observerOf(request);
      return {
        observers,
        key: request.key,
        shown: shown ?? observer.value(),
        current: observer.value,
        isStale: observer.isStale,
        onMissing: observer.onMissing,
      };
    },
  };
}

/** What is known of a page: what is shown of it, and when its request left and its response landed. */
interface FoundPage extends Omit<ShownPage, 'data'> {
  readonly left: number;
  readonly landed: number;
}

function isSame<Page>(pages: readonly Page[], others: readonly Page[], fields: readonly (keyof Page)[]) {
  return (
    pages.length === others.length &&
    pages.every((page, i) => fields.every(field => page[field] === others[i]?.[field]))
  );
}

/**
 * The pages with each record once.
 *
 * @param before what was shown earlier: a page of which the same is left is the same object
 */
function shownOf(
  endpoint: EndpointInterface,
  found: readonly FoundPage[],
  before: readonly ShownPage[] = [],
): readonly ShownPage[] {
  const all = found.map(({ shown, left }, i) => ({
    data: shown.data,
    left,
    shown: before[i]?.data,
  }));
  const kept = recordsOnce(schemaOf(endpoint), all);
  return found.map(({ shown, meta }, i) => ({ shown, meta, data: kept[i] }));
}
