import { Multimap } from '../plain/Multimap';
import { noop } from '../plain/noop';
import type { Observer, ReadRequest } from './Observer';

/**
 * The observers of one store that are currently mounted.
 *
 * Managers look here for what is being read; they do not know of other readers, such as plain selectors.
 */
export interface MountedObservers extends Iterable<Observer> {
  /** Adds an observer; returns a function that removes it. */
  add(observer: Observer): () => void;
  /**
   * The requests whose responses are on screen, each once, by key.
   *
   * Only those of hooks that fetch: `useCache`, `useQuery` and `useError` are observers without a request.
   */
  requests(): ReadonlyMap<string, ReadRequest>;
  /** Whether any observer reads the response to a request. */
  has(key: string): boolean;
  /**
   * Called when the last observer of a request has unmounted, and for abandoned requests: not wanted any more, whatever
   * else keeps them.
   *
   * Another observer may mount in the same turn: check again before acting on it.
   */
  onUnread: (key: string, isAbandoned: boolean) => void;
  /**
   * Called after each change of the store while an observer is mounted, after a jump in time, which is not an action,
   * and when an observer has mounted.
   *
   * @param showsMore whether something that was in doubt before may be on screen now
   */
  onUpdate: (showsMore?: boolean) => void;
}

/** Starts with no observers. */
export function mountedObservers(): MountedObservers {
  const observers = new Set<Observer>();
  const byKey = new Multimap<string, Observer>();

  const mounted: MountedObservers = {
    [Symbol.iterator]: () => observers.values(),
    add(observer) {
      const { key } = observer.observed;
      observers.add(observer);
      if (key !== undefined) byKey.put(key, observer);
      mounted.onUpdate(true);
      return () => {
        observers.delete(observer);
        if (process.env.NODE_ENV !== 'production') observer.left?.();
        if (key !== undefined && byKey.remove(key, observer)) mounted.onUnread(key, false);
      };
    },
    requests() {
      const requests = new Map<string, ReadRequest>();
      for (const { observed } of observers) {
        const { key, request } = observed;
        if (key !== undefined && request !== undefined) requests.set(key, request);
      }
      return requests;
    },
    has: key => byKey.has(key),
    onUnread: noop,
    onUpdate: noop,
  };
  return mounted;
}
