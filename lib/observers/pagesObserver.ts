import { memoizeByState } from '../selectors/memoizeByState';
import type { Shown } from '../selectors/readResponse';
import { getCell } from '../tables/getCell';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { DataState } from '../types/State';
import type { EndpointReading } from './EndpointReading';
import type { KeyedRequest } from './KeyedRequest';
import { NO_RESPONSE, type ResponseObserver, responseObserver } from './responseObserver';
import type { Source } from './Source';
import type { StoreObservers } from './storeObservers';

/** What is shown of one page. */
export interface ShownPage {
  readonly shown: Shown;
  /** What the endpoint's `meta` keeps of the response's head. */
  readonly meta: unknown;
}

/** Observes any number of requests of one endpoint, each from the moment at which it was first read. */
export interface PagesObserver {
  /** What is shown of some requests, in their order. */
  source(requests: readonly KeyedRequest[]): Source<readonly ShownPage[]>;
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
  const known = new Map<string, ResponseObserver>();

  function observerOf({ key, args }: KeyedRequest): ResponseObserver {
    if (key === undefined) return NO_RESPONSE;
    const observer = known.get(key) ?? responseObserver(observers, endpoint, key, args);
    known.set(key, observer);
    return observer;
  }

  const metaIn = ({ key }: KeyedRequest, { endpoints }: DataState) =>
    key === undefined ? undefined : getCell(endpoints, key)?.meta.head;

  return {
    source(requests) {
      const read = () =>
        requests.map(request => ({
          shown: observerOf(request).shown(),
          meta: metaIn(request, observers.handle.getState()),
        }));
      let pages: readonly ShownPage[] = read();
      return {
        value() {
          const now = read();
          const isSame = now.every(
            ({ shown, meta }, i) => shown === pages[i]?.shown && meta === pages[i]?.meta,
          );
          if (!isSame) pages = now;
          return pages;
        },
        from: memoizeByState(state =>
          requests.map(request => ({
            shown: observerOf(request).rendered(state),
            meta: metaIn(request, state),
          })),
        ),
        observed: requests.flatMap(request => {
          const { key, args } = request;
          if (key === undefined) return [];
          return [{ key, request: { endpoint, args, name }, memo: observerOf(request).memo }];
        }),
      };
    },
    reading(request, shown) {
      const observer = observerOf(request);
      return {
        observers,
        key: request.key,
        shown: shown ?? observer.shown(),
        current: observer.shown,
        isStale: observer.isStale,
        onMissing: observer.onMissing,
      };
    },
  };
}
