import { type SubscribeAction, subscribe, type UnsubscribeAction, unsubscribe } from '../actions/subscribe';
import { attempt } from '../plain/attempt';
import { getOrCreate } from '../plain/getOrCreate';
import { noop } from '../plain/noop';
import { temporaryKeysIn, withRealKeys } from '../selectors/withRealKeys';
import type { StoreHandle } from '../store/StoreHandle';
import type { EndpointInterface } from '../types/EndpointInterface';

/** The subscriptions of one store. */
export interface Subscriptions {
  /** Reads an action after the reducer has: a subscription, or a response that gave a new record its key. */
  note(action: unknown): void;
  /** The subscriptions of a request. */
  of(key: string): readonly SubscribeAction[];
  /** The subscriptions of all requests, by key. */
  all(): Iterable<readonly [key: string, subscribed: readonly SubscribeAction[]]>;
}

/**
 * Keeps the subscriptions of each request.
 *
 * Once the server has given a record its key, the subscriptions under its temporary key move to the request under the
 * real key, and the two become one.
 *
 * @param onChange is called with a request's key when a subscription begins or ends
 * @param onMoved is called with the keys of the two requests
 */
export function subscriptions(
  handle: () => StoreHandle | undefined,
  onChange: (key: string) => void,
  onMoved: (from: string, to: string) => void = noop,
): Subscriptions {
  const byKey = new Map<string, SubscribeAction[]>();
  /** The new key of each request whose subscriptions have moved, by its old key. */
  const moved = new Map<string, string>();
  /** The keys of requests about records that the server has not given a key yet. */
  const unnamed = new Set<string>();
  /** The aliases at the last check. */
  let namesSeen: unknown;

  const nameOf = (key: string) => moved.get(key) ?? key;
  const at = (key: string) => getOrCreate(byKey, key, (): SubscribeAction[] => []);

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
    // Endpoints under one key may poll at different frequencies. If none matches, for example after a hot reload that
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
    // An earlier time in DevTools may have another slice, or none.
    const state = attempt(() => handle()?.getState());
    if (state === undefined || state.aliases === namesSeen) return;
    namesSeen = state.aliases;
    for (const key of unnamed) {
      const { args: before = [] } = at(key)[0] ?? {};
      const args = withRealKeys(state, before);
      if (args === before) continue;
      unnamed.delete(key);
      // An endpoint's own `key()` may throw for the key that the server gave.
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

/** Whether something waits for the action's request: an action that went through JSON is replayed from a log. */
export function isLive(action: { readonly endpoint?: unknown }): boolean {
  return action.endpoint !== undefined;
}
