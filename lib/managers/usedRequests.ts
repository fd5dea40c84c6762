import type { MountedObservers } from '../store/MountedObservers';
import { subscriptions } from './subscriptions';

/** The requests whose response something uses without waiting for its promise. */
export interface UsedRequests {
  /** Counts an action, when it is a subscription. */
  note(action: unknown): void;
  /** Begins to watch the mounted observers; does nothing when it has begun. */
  watch(): void;
  /** Whether an observer reads the response, or a subscription keeps it up to date. */
  has(key: string): boolean;
  cleanup(): void;
}

/**
 * Watches which requests are used, and which become unused.
 *
 * @param getObservers read on {@link UsedRequests.watch}, as a store has none while it is made
 * @param onUnused is called with the key at the end of the turn in which the last use of a request ended
 */
export function usedRequests(
  getObservers: () => MountedObservers | undefined,
  onUnused: (key: string) => void,
): UsedRequests {
  const subscribed = subscriptions(lookAgain);
  let observers: MountedObservers | undefined;
  let stopListening = () => {};

  /** A component that leaves often makes way for one that reads the same. */
  function lookAgain(key: string) {
    queueMicrotask(() => {
      if (!has(key)) onUnused(key);
    });
  }

  function has(key: string): boolean {
    return subscribed.has(key) || observers?.has(key) === true;
  }

  return {
    note: subscribed.note,
    watch() {
      if (observers !== undefined) return;
      observers = getObservers();
      stopListening = observers?.onUnread(lookAgain) ?? stopListening;
    },
    has,
    cleanup() {
      stopListening();
      observers = undefined;
      stopListening = () => {};
    },
  };
}
