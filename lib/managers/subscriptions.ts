import { type SubscribeAction, subscribe, type UnsubscribeAction, unsubscribe } from '../actions/subscribe';
import { kept } from '../plain/kept';
import type { EndpointInterface } from '../types/EndpointInterface';

/** What the subscribers of one store want to be kept up to date. */
export interface Subscriptions {
  /** Takes an action into account, when it is of this kind. */
  note(action: unknown): void;
  /** The subscriptions of a request. */
  of(key: string): readonly SubscribeAction[];
  /** Those to a request become those to the one with these arguments, of which it returns the key. */
  rename(key: string, args: readonly unknown[]): string;
  /** Those of all requests, by key. */
  all(): Iterable<readonly [key: string, subscribed: readonly SubscribeAction[]]>;
}

/**
 * Keeps the subscriptions of each request.
 *
 * @param onChange is called with the key of a request when a subscription has begun or ended
 */
export function subscriptions(onChange: (key: string) => void): Subscriptions {
  const byKey = new Map<string, SubscribeAction[]>();
  const renamed = new Map<string, string>();
  const nameOf = (key: string) => renamed.get(key) ?? key;
  const of = (key: string) => kept(byKey, key, (): SubscribeAction[] => []);

  function leave({ key: given, endpoint }: UnsubscribeAction) {
    const key = nameOf(given);
    const subscribed = byKey.get(key);
    if (subscribed === undefined) return;
    // Endpoints under one key may be polled at different frequencies. Where none fits, such as after a hot reload that
    // changed the frequency, the latest subscription ends.
    const place = subscribed.findIndex(one => isPolledAlike(one.endpoint, endpoint));
    subscribed.splice(place, 1);
    if (subscribed.length === 0) {
      byKey.delete(key);
      for (const [from, to] of renamed) if (to === key) renamed.delete(from);
    }
    onChange(key);
  }

  return {
    note(action) {
      if (subscribe.match(action) && isLive(action)) {
        const key = nameOf(action.key);
        of(key).push(action);
        onChange(key);
      } else if (unsubscribe.match(action) && isLive(action)) leave(action);
    },
    of: key => byKey.get(nameOf(key)) ?? [],
    rename(key, args) {
      const moved = of(key).map(({ endpoint }) => subscribe(endpoint, { args }));
      const name = moved[0]?.key ?? key;
      byKey.delete(key);
      renamed.set(key, name);
      of(name).push(...moved);
      return name;
    },
    all: () => byKey,
  };
}

function isPolledAlike(one: EndpointInterface, other: EndpointInterface): boolean {
  return one.pollFrequency === other.pollFrequency && !one.pollWhileHidden === !other.pollWhileHidden;
}

/** An action that went through JSON belongs to a log that is replayed: nothing waits for its request. */
export function isLive(action: { readonly endpoint?: unknown }): boolean {
  return action.endpoint !== undefined;
}
