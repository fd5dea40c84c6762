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

interface Entry {
  readonly select: (rootState: unknown) => RtkResult;
  data: unknown;
  /** The number of responses that have taken the place of others. */
  responses: number;
}

/** Looks at RTK Query's cache through its selectors. */
export function cachedData({ api, endpoints }: Bridge, getState: () => unknown): CachedData {
  const entries = new Map<string, Entry>();

  function entryOf(endpoint: BridgedEndpoint, arg: unknown): { readonly key: string; readonly entry: Entry } {
    const key = endpoint.definition.key(...argsOf(arg));
    const known = entries.get(key);
    if (known !== undefined) return { key, entry: known };
    const select = api.endpoints[endpoint.name]?.select(arg) ?? (() => ({}));
    const entry: Entry = { select, data: undefined, responses: 0 };
    entries.set(key, entry);
    return { key, entry };
  }

  return {
    read: (endpoint, arg) => entryOf(endpoint, arg).entry.select(getState()).data,
    note(endpoint, arg) {
      const { entry } = entryOf(endpoint, arg);
      entry.data = entry.select(getState()).data;
      // What `merge` has put together still holds what was changed.
      if (!endpoint.isMerged) entry.responses++;
      return entry.data;
    },
    changes() {
      const state = getState();
      const changes: CacheChange[] = [];
      const held = new Set<string>();
      for (const endpoint of endpoints.values()) {
        if (endpoint.isMutation) continue;
        for (const arg of api.util.selectCachedArgsForQuery(state, endpoint.name)) {
          const { key, entry } = entryOf(endpoint, arg);
          held.add(key);
          const after = entry.select(state).data;
          const before = entry.data;
          entry.data = after;
          if (after === before) continue;
          const { responses } = entry;
          const isThere = () => entries.get(key) === entry && entry.responses === responses;
          changes.push({ endpoint, arg, before, after, isThere });
        }
      }
      for (const key of entries.keys()) if (!held.has(key)) entries.delete(key);
      return changes;
    },
  };
}
