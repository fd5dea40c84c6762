import { getOrCreate } from '../plain/getOrCreate';
import type { Bridge } from './Bridge';
import type { BridgedEndpoint, CacheChange } from './BridgedEndpoint';
import type { RtkState } from './RtkApi';

/** What RTK Query's cache holds of bridged queries, by RTK Query's own keys. */
export interface CachedData {
  /** The cached data under a key. */
  read(key: string): unknown;
  /** Marks the cached data as known, and returns it. */
  note(key: string, isMerged: boolean): unknown;
  /** The cached data of bridged queries under other keys. */
  others(key: string): readonly (readonly [endpoint: BridgedEndpoint, arg: unknown, data: unknown])[];
  /** What has changed since the data was last known. */
  changes(): readonly CacheChange[];
}

/** What is known under one key, until a response replaces it. */
interface Entry {
  data: unknown;
  /** When it was fetched. */
  fetchedAt?: number | undefined;
}

/**
 * Reads RTK Query's cache.
 *
 * Arguments do not identify an entry: with `serializeQueryArgs` one entry has many in turn, and while a page is in
 * flight, the arguments of that page.
 */
export function cachedData({ api, endpoints }: Bridge, getState: () => unknown): CachedData {
  const entries = new Map<string, Entry>();
  const entryOf = (key: string): Entry => getOrCreate(entries, key, () => ({ data: undefined }));
  const queries = () => (getState() as Readonly<Record<string, RtkState>>)[api.reducerPath]?.queries ?? {};
  const read = (key: string) => queries()[key]?.data;

  return {
    read,
    note(key, isMerged) {
      const { data, fulfilledTimeStamp: fetchedAt } = queries()[key] ?? {};
      // Merged data still contains earlier changes.
      if (isMerged) Object.assign(entryOf(key), { data, fetchedAt });
      else entries.set(key, { data, fetchedAt });
      return data;
    },
    others: key =>
      Object.entries(queries()).flatMap(([otherKey, { endpointName = '', originalArgs, data } = {}]) => {
        const endpoint = endpoints.get(endpointName);
        return endpoint === undefined || otherKey === key ? [] : [[endpoint, originalArgs, data] as const];
      }),
    changes() {
      const changes: CacheChange[] = [];
      const cachedQueries = queries();
      for (const [key, cached = {}] of Object.entries(cachedQueries)) {
        const { endpointName = '', originalArgs: arg, data: after, fulfilledTimeStamp: fetchedAt } = cached;
        const endpoint = endpoints.get(endpointName);
        if (endpoint === undefined) continue;
        const entry = entryOf(key);
        const before = entry.data;
        const isSameFetch = fetchedAt === entry.fetchedAt;
        Object.assign(entry, { data: after, fetchedAt });
        const isCurrent = () => entries.get(key) === entry;
        if (after !== before)
          changes.push({ key, endpoint, arg, before, after, isSameFetch, isCurrent, reinserted: [] });
      }
      for (const key of entries.keys()) if (cachedQueries[key] === undefined) entries.delete(key);
      return changes;
    },
  };
}
