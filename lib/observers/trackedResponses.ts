import { isSameList } from '../plain/isSameList';
import { memoizeByState } from '../selectors/memoizeByState';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { KeyedRequest } from './ResponseObserver';
import type { Source } from './Source';
import type { StoreObservers } from './storeObservers';
import { type ReadFields, type TrackedResponse, trackedResponse } from './trackedResponse';

/** Any number of requests of one component, which renders only for the fields it has read of each. */
export interface TrackedResponses {
  /**
   * What some requests show, in the given order: the same array while no field that was read has changed in any.
   * Keeps all of them on screen.
   */
  of(requests: readonly KeyedRequest[]): Source<readonly ReadFields[]>;
}

/**
 * Starts to observe requests of one endpoint, each from the moment it was first read.
 *
 * @param name what the readers are called in messages
 */
export function trackedResponses(
  observers: StoreObservers,
  endpoint: EndpointInterface,
  name?: string,
): TrackedResponses {
  const trackedByKey = new Map<string | undefined, TrackedResponse>();

  function trackedOf({ key, args }: KeyedRequest): TrackedResponse {
    const tracked = trackedByKey.get(key) ?? trackedResponse(observers, { endpoint, args, name }, key);
    trackedByKey.set(key, tracked);
    return tracked;
  }

  /** How often each is mounted: when a list changes, it unmounts and mounts again in one turn. */
  const counts = new Map<TrackedResponse, number>();

  function count(tracked: TrackedResponse, change: 1 | -1): number {
    const mountCount = (counts.get(tracked) ?? 0) + change;
    counts.set(tracked, mountCount);
    return mountCount;
  }

  function mountOne(tracked: TrackedResponse, notify: () => void): () => void {
    // It may have been forgotten while an Activity hid it.
    trackedByKey.set(tracked.key, tracked);
    const end = tracked.subscribe(notify, { refetchesStale: !counts.has(tracked) });
    count(tracked, 1);
    return () => {
      end();
      if (count(tracked, -1) === 0) queueMicrotask(() => forgetUnmounted(tracked));
    };
  }

  function forgetUnmounted(tracked: TrackedResponse) {
    if (counts.get(tracked) !== 0) return;
    counts.delete(tracked);
    for (const [key, each] of trackedByKey) if (each === tracked) trackedByKey.delete(key);
  }

  return {
    of(requests) {
      const all = requests.map(trackedOf);
      let latest: readonly ReadFields[] = [];
      /** Those reported as changed: checking all for each would take n × n. A render checks all. */
      const changed = new Set<TrackedResponse>();
      return {
        value() {
          const isSame = (tracked: TrackedResponse) => changed.size > 0 && !changed.has(tracked);
          const current = all.map((tracked, i) =>
            isSame(tracked) ? (latest[i] as ReadFields) : tracked.value(),
          );
          changed.clear();
          if (!isSameList(latest, current)) latest = current;
          return latest;
        },
        from: memoizeByState(state => all.map(tracked => tracked.from(state))),
        subscribe(notify) {
          changed.clear();
          const ends = [...new Set(all)].map(tracked =>
            mountOne(tracked, () => {
              changed.add(tracked);
              notify();
            }),
          );
          return () => {
            for (const end of ends) end();
          };
        },
      };
    },
  };
}
