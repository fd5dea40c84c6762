import { memoizeByState } from '../selectors/memoizeByState';
import type { Shown } from '../selectors/readResponse';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { EndpointReading } from './EndpointReading';
import type { KeyedRequest } from './KeyedRequest';
import { NO_RESPONSE, type ResponseObserver, responseObserver } from './responseObserver';
import type { Source } from './Source';
import type { StoreObservers } from './storeObservers';

/** Observes any number of requests of one endpoint, each from the moment at which it was first read. */
export interface PagesObserver {
  /** What is shown of some requests, in their order. */
  source(requests: readonly KeyedRequest[]): Source<readonly Shown[]>;
  /** What a component sees of one of them, of which this is shown. */
  reading(request: KeyedRequest, shown: Shown | undefined): EndpointReading;
}

/** Begins to observe pages. */
export function pagesObserver(observers: StoreObservers, endpoint: EndpointInterface): PagesObserver {
  const known = new Map<string, ResponseObserver>();

  function observerOf({ key, args }: KeyedRequest): ResponseObserver {
    if (key === undefined) return NO_RESPONSE;
    const observer = known.get(key) ?? responseObserver(observers, endpoint, key, args);
    known.set(key, observer);
    return observer;
  }

  return {
    source(requests) {
      let pages: readonly Shown[] = requests.map(request => observerOf(request).shown());
      return {
        value() {
          const now = requests.map(request => observerOf(request).shown());
          if (now.some((shown, i) => shown !== pages[i])) pages = now;
          return pages;
        },
        from: memoizeByState(state => requests.map(request => observerOf(request).rendered(state))),
        observed: requests.flatMap(request => {
          const { key, args } = request;
          if (key === undefined) return [];
          return [{ key, request: { endpoint, args }, memo: observerOf(request).memo }];
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
      };
    },
  };
}
