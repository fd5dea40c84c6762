import { kept } from '../plain/kept';
import type { Bridge } from './Bridge';
import { argsOf, type BridgedEndpoint, type CacheChange } from './BridgedEndpoint';
import type { RtkResult } from './RtkApi';

/** What RTK Query's cache holds of bridged queries. */
export interface CachedData {
  /** What stands there of one request. */
  read(endpoint: BridgedEndpoint, arg: unknown): unknown;
  /** Takes what stands there of one request for known, and returns it. */
  note(endpoint: BridgedEndpoint, arg: unknown): unknown;
  /** What has changed since it was last looked at. */
  changes(): readonly CacheChange[];
}

/** What is known of one request, until a response takes the place of what stands there. */
interface Entry {
  readonly key: string;
  readonly select: (rootState: unknown) => RtkResult;
  data: unknown;
}

/** Looks at RTK Query's cache through its selectors. */
export function cachedData({ api, endpoints }: Bridge, getState: () => unknown): CachedData {
  const entries = new Map<string, Entry>();

  function entryOf({ name, definition }: BridgedEndpoint, arg: unknown): Entry {
    const key = definition.key(...argsOf(arg));
    return kept(entries, key, () => ({
      key,
      select: api.endpoints[name]?.select(arg) ?? (() => ({})),
      data: undefined,
    }));
  }

  return {
    read: (endpoint, arg) => entryOf(endpoint, arg).select(getState()).data,
    note(endpoint, arg) {
      const entry = entryOf(endpoint, arg);
      const data = entry.select(getState()).data;
      // What `merge` has put together still holds what was changed.
      entries.set(entry.key, endpoint.isMerged ? Object.assign(entry, { data }) : { ...entry, data });
      return data;
    },
    changes() {
      const state = getState();
      const changes: CacheChange[] = [];
      const held = new Set<string>();
      for (const endpoint of endpoints.values()) {
        if (endpoint.isMutation) continue;
        for (const arg of api.util.selectCachedArgsForQuery(state, endpoint.name)) {
          const entry = entryOf(endpoint, arg);
          const { key } = entry;
          held.add(key);
          const after = entry.select(state).data;
          const before = entry.data;
          entry.data = after;
          const isThere = () => entries.get(key) === entry;
          if (after !== before) changes.push({ key, endpoint, arg, before, after, isThere });
        }
      }
      for (const key of entries.keys()) if (!held.has(key)) entries.delete(key);
      return changes;
    },
  };
}
