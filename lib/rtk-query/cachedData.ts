import type { Bridge } from './Bridge';
import { argsOf, type BridgedEndpoint } from './BridgedEndpoint';
import type { RtkResult } from './RtkApi';

/** Data in RTK Query's cache that has changed. */
export interface CacheChange {
  readonly endpoint: BridgedEndpoint;
  readonly arg: unknown;
  /** `undefined` where there was none. */
  readonly before: unknown;
  readonly after: unknown;
}

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
}

/** Looks at RTK Query's cache through its selectors. */
export function cachedData({ api, endpoints }: Bridge, getState: () => unknown): CachedData {
  const entries = new Map<string, Entry>();

  function entryOf(endpoint: BridgedEndpoint, arg: unknown): { readonly key: string; readonly entry: Entry } {
    const key = endpoint.definition.key(...argsOf(arg));
    const known = entries.get(key);
    if (known !== undefined) return { key, entry: known };
    const select = api.endpoints[endpoint.name]?.select(arg) ?? (() => ({}));
    const entry: Entry = { select, data: undefined };
    entries.set(key, entry);
    return { key, entry };
  }

  return {
    read: (endpoint, arg) => entryOf(endpoint, arg).entry.select(getState()).data,
    note(endpoint, arg) {
      const { entry } = entryOf(endpoint, arg);
      entry.data = entry.select(getState()).data;
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
          if (after !== before) changes.push({ endpoint, arg, before, after });
        }
      }
      for (const key of entries.keys()) if (!held.has(key)) entries.delete(key);
      return changes;
    },
  };
}
