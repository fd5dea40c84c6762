import type { Shown } from '../../selectors/readResponse';
import type { AnyEndpoint } from './HookArgs';
import { NO_OCCASION, type OccasionReader, occasionReader } from './occasionReader';
import { oncePerState } from './oncePerState';
import type { StoreReaders } from './storeReaders';
import type { EndpointReading } from './useEndpoint';
import type { Source } from './useSource';

/** The request for one page. */
export interface PageRequest {
  /** `undefined` when there is nothing to ask for. */
  readonly key: string | undefined;
  readonly args: readonly unknown[];
}

/** Reads any number of requests of one endpoint, each from the occasion on which it was first read. */
export interface PageReader {
  /** What is to be shown of some requests, in their order. */
  source(requests: readonly PageRequest[]): Source<readonly Shown[]>;
  /** What a component sees of one of them, of which this is shown. */
  reading(request: PageRequest, shown: Shown | undefined): EndpointReading;
}

/** Begins to read pages. */
export function pageReader(readers: StoreReaders, endpoint: AnyEndpoint): PageReader {
  const known = new Map<string, OccasionReader>();

  function readerOf({ key, args }: PageRequest): OccasionReader {
    if (key === undefined) return NO_OCCASION;
    const reader = known.get(key) ?? occasionReader(readers.handle, endpoint, key, args);
    known.set(key, reader);
    return reader;
  }

  return {
    source(requests) {
      let pages: readonly Shown[] = requests.map(request => readerOf(request).shown());
      return {
        value() {
          const now = requests.map(request => readerOf(request).shown());
          if (now.some((shown, i) => shown !== pages[i])) pages = now;
          return pages;
        },
        from: oncePerState(state => requests.map(request => readerOf(request).rendered(state))),
        readers: requests.flatMap(request => {
          const { key, args } = request;
          if (key === undefined) return [];
          return [{ key, request: { endpoint, args }, memo: readerOf(request).memo }];
        }),
      };
    },
    reading(request, shown) {
      const reader = readerOf(request);
      return {
        readers,
        key: request.key,
        shown: shown ?? reader.shown(),
        current: reader.shown,
        isStale: reader.isStale,
      };
    },
  };
}
