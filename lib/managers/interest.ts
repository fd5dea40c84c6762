import type { MountedReaders } from '../store/MountedReaders';
import { subscriptions } from './subscriptions';

/** Who wants the response to a request without waiting for its promise. */
export interface Interest {
  /** Counts an action, when it is a subscription. */
  note(action: unknown): void;
  /** Begins to watch who is on screen; does nothing when it has begun. */
  watch(): void;
  /** Whether anyone reads the response on screen, or is subscribed to it. */
  has(key: string): boolean;
  cleanup(): void;
}

/**
 * Watches who reads a response or is subscribed to it.
 *
 * @param getReaders who is on screen; asked for with {@link Interest.watch}, as a store has none while it is made
 * @param onLost is called with the key when nobody does any more, at the end of the turn in which the last one left
 */
export function interest(
  getReaders: () => MountedReaders | undefined,
  onLost: (key: string) => void,
): Interest {
  const subscribed = subscriptions(lookAgain);
  let readers: MountedReaders | undefined;
  let stopListening = () => {};

  /** A component that leaves often makes way for one that reads the same. */
  function lookAgain(key: string) {
    queueMicrotask(() => {
      if (!has(key)) onLost(key);
    });
  }

  function has(key: string): boolean {
    return subscribed.has(key) || readers?.has(key) === true;
  }

  return {
    note: subscribed.note,
    watch() {
      if (readers !== undefined) return;
      readers = getReaders();
      stopListening = readers?.onUnread(lookAgain) ?? stopListening;
    },
    has,
    cleanup() {
      stopListening();
      readers = undefined;
      stopListening = () => {};
    },
  };
}
