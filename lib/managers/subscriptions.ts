import { type SubscribeAction, subscribe, type UnsubscribeAction, unsubscribe } from '../actions/subscribe';
import { attempt } from '../plain/attempt';
import { kept } from '../plain/kept';
import { nothing } from '../plain/nothing';
import { temporaryKeysIn, withRealKeys } from '../selectors/withRealKeys';
import type { StoreHandle } from '../store/StoreHandle';
import type { EndpointInterface } from '../types/EndpointInterface';

/** What the subscribers of one store want to be kept up to date. */
export interface Subscriptions {
  /** Takes an action into account, once the reducer has: a subscription, or what has named a record that was being created. */
  note(action: unknown): void;
  /** The subscriptions of a request. */
  of(key: string): readonly SubscribeAction[];
  /** Those of all requests, by key. */
  all(): Iterable<readonly [key: string, subscribed: readonly SubscribeAction[]]>;
}

/**
 * Keeps the subscriptions of each request.
 *
 * What is subscribed to by the temporary key of a record moves to the request by its real key, once the server has named
 * the record: then the two are one.
 *
 * @param onChange is called with the key of a request when a subscription has begun or ended
 * @param onMoved is called with the keys of the two requests
 */
export function subscriptions(
  handle: () => StoreHandle | undefined,
  onChange: (key: string) => void,
  onMoved: (from: string, to: string) => void = nothing,
): Subscriptions {
  const byKey = new Map<string, SubscribeAction[]>();
  /** Where subscriptions have moved. */
  const moved = new Map<string, string>();
  /** The keys of requests about what the server has not named yet. */
  const unnamed = new Set<string>();
  /** The names that it had given when these were last looked at. */
  let namesSeen: unknown;

  const nameOf = (key: string) => moved.get(key) ?? key;
  const at = (key: string) => kept(byKey, key, (): SubscribeAction[] => []);

  function join(action: SubscribeAction) {
    const { key: given, endpoint, args } = action;
    const key = nameOf(given);
    const others = at(key);
    const [first] = others;
    others.push(first === undefined || key === given ? action : subscribe(endpoint, { args: first.args }));
    if (first === undefined && temporaryKeysIn(args).length > 0) {
      unnamed.add(key);
      namesSeen = undefined;
    }
    onChange(key);
  }

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
      unnamed.delete(key);
      for (const [from, to] of moved) if (to === key) moved.delete(from);
    }
    onChange(key);
  }

  function noteNamed() {
    // An earlier time may have another slice, or none.
    const state = attempt(() => handle()?.getState());
    if (state === undefined || state.aliases === namesSeen) return;
    namesSeen = state.aliases;
    for (const key of unnamed) {
      const { args: before = [] } = at(key)[0] ?? {};
      const args = withRealKeys(state, before);
      if (args === before) continue;
      unnamed.delete(key);
      // An endpoint's own `key()` may throw for the key that the server has given.
      attempt(() => move(key, args));
    }
  }

  function move(key: string, args: readonly unknown[]) {
    const after = at(key).map(({ endpoint }) => subscribe(endpoint, { args }));
    const name = after[0]?.key ?? key;
    byKey.delete(key);
    at(name).push(...after);
    if (name !== key) moved.set(key, name);
    if (temporaryKeysIn(args).length > 0) unnamed.add(name);
    onMoved(key, name);
  }

  return {
    note(action) {
      if (subscribe.match(action) && isLive(action)) join(action as SubscribeAction);
      else if (unsubscribe.match(action) && isLive(action)) leave(action);
      if (unnamed.size > 0) noteNamed();
    },
    of: key => byKey.get(nameOf(key)) ?? [],
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
