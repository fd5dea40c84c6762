import type { Reader, ReadRequest } from './Reader';

/**
 * The readers of one store that are on screen at this moment.
 *
 * Managers ask here what is being read; whatever reads the store without being
 * here, a plain selector say, is not seen by them.
 */
export interface MountedReaders extends Iterable<Reader> {
  /** Adds a reader; returns what takes it out again. */
  add(reader: Reader): () => void;
  /** What is read of the server, each request once, by its key. */
  requests(): ReadonlyMap<string, ReadRequest>;
  /** Whether anyone reads the response to a request. */
  has(key: string): boolean;
  /**
   * Calls back each time the last reader of a request has left; returns what ends that.
   *
   * Another reader may come in the same turn: look again before acting on it.
   */
  onUnread(listener: (key: string) => void): () => void;
  /** Says that a request is not wanted any more; says nothing while anyone on screen reads its response. */
  abandon(key: string): void;
  /** Calls back with each request that is not wanted any more, whoever waits for it; returns what ends that. */
  onAbandoned(listener: (key: string) => void): () => void;
}

/** A store that nobody reads yet. */
export function mountedReaders(): MountedReaders {
  const readers = new Set<Reader>();
  const byKey = new Map<string, number>();
  const listeners = new Set<(key: string) => void>();
  const abandonListeners = new Set<(key: string) => void>();

  function count(key: string | undefined, change: 1 | -1) {
    if (key === undefined) return;
    const left = (byKey.get(key) ?? 0) + change;
    if (left > 0) byKey.set(key, left);
    else {
      byKey.delete(key);
      for (const listener of listeners) listener(key);
    }
  }

  return {
    [Symbol.iterator]: () => readers.values(),
    add(reader) {
      readers.add(reader);
      count(reader.key, 1);
      return () => {
        if (readers.delete(reader)) count(reader.key, -1);
      };
    },
    requests() {
      const requests = new Map<string, ReadRequest>();
      for (const { key, request } of readers) {
        if (key !== undefined && request !== undefined) requests.set(key, request);
      }
      return requests;
    },
    has: key => byKey.has(key),
    onUnread(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    abandon(key) {
      if (byKey.has(key)) return;
      for (const listener of abandonListeners) listener(key);
    },
    onAbandoned(listener) {
      abandonListeners.add(listener);
      return () => abandonListeners.delete(listener);
    },
  };
}
