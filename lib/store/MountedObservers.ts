import { Multimap } from '../plain/Multimap';
import { nothing } from '../plain/nothing';
import type { Observer, ReadRequest } from './Observer';

/**
 * The observers of one store that are mounted at this moment.
 *
 * Managers look here for what is being read; whatever reads the store without
 * being here, a plain selector say, is unknown to them.
 */
export interface MountedObservers extends Iterable<Observer> {
  /** Adds an observer; returns what removes it. */
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
   * Called each time the last observer of a request has left, and for requests that
   * are abandoned: not wanted any more, whatever else keeps them.
   *
   * Another observer may come in the same turn: look again before acting on it.
   */
  onUnread: (key: string, isAbandoned: boolean) => void;
  /**
   * Called after each change of the store while an observer is mounted, and after a jump in time, which is no action;
   * and whenever an observer has mounted.
   *
   * @param showsMore whether something may be on screen now that was in doubt before
   */
  onUpdate: (showsMore?: boolean) => void;
}

/** Begins without any observer. */
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
        if (key !== undefined && byKey.take(key, observer)) mounted.onUnread(key, false);
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
    onUnread: nothing,
    onUpdate: nothing,
  };
  return mounted;
}
