import { type SubscribeAction, subscribe, unsubscribe } from '../actions/subscribe';

/** What the subscribers of one store want to be kept up to date. */
export interface Subscriptions {
  /** Counts an action, when it is of this kind. */
  note(action: unknown): void;
  /** Whether anyone is subscribed to a request. */
  has(key: string): boolean;
  /** One subscription of each request. */
  list(): readonly SubscribeAction[];
}

/**
 * Counts the subscribers of each request.
 *
 * @param onEnd is called with the key when the last subscriber of a request has left
 */
export function subscriptions(onEnd: (key: string) => void = () => {}): Subscriptions {
  const counted = new Map<string, { readonly action: SubscribeAction; readonly count: number }>();

  function join(action: SubscribeAction) {
    const count = (counted.get(action.key)?.count ?? 0) + 1;
    counted.set(action.key, { action, count });
  }

  function leave(key: string) {
    const known = counted.get(key);
    if (known === undefined) return;
    if (known.count > 1) counted.set(key, { ...known, count: known.count - 1 });
    else {
      counted.delete(key);
      onEnd(key);
    }
  }

  return {
    note(action) {
      if (subscribe.match(action) && isLive(action)) join(action);
      else if (unsubscribe.match(action) && isLive(action)) leave(action.key);
    },
    has: key => counted.has(key),
    list: () => [...counted.values()].map(({ action }) => action),
  };
}

/** An action that went through JSON belongs to a log that is replayed: nothing waits for its request. */
export function isLive(action: { readonly endpoint?: unknown }): boolean {
  return action.endpoint !== undefined;
}
