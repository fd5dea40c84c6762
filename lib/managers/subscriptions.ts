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
  const newKeys = new Map<string, string>();
  /** The keys of requests about records that the server has not given a key yet. */
  const temporary = new Set<string>();
  /** The aliases at the last check. */
  let lastAliases: unknown;

  const currentKey = (key: string) => newKeys.get(key) ?? key;
  const subscribedAt = (key: string) => getOrCreate(byKey, key, (): SubscribeAction[] => []);

  function join(action: SubscribeAction) {
    const { key: actionKey, endpoint, args } = action;
    const key = currentKey(actionKey);
    const existing = subscribedAt(key);
    const [first] = existing;
    existing.push(
      first === undefined || key === actionKey ? action : subscribe(endpoint, { args: first.args }),
    );
    if (first === undefined && temporaryKeysIn(args).length > 0) {
      temporary.add(key);
      lastAliases = undefined;
    }
    onChange(key);
  }

  function leave({ key: actionKey, endpoint }: UnsubscribeAction) {
    const key = currentKey(actionKey);
    const subscribed = byKey.get(key);
    if (subscribed === undefined) return;
    // Endpoints under one key may poll at different frequencies. If none matches, for example after a hot reload that
    // changed the frequency, the latest subscription ends.
    const index = subscribed.findIndex(one => isPolledAlike(one.endpoint, endpoint));
    subscribed.splice(index, 1);
    if (subscribed.length === 0) {
      byKey.delete(key);
      temporary.delete(key);
      for (const [from, to] of newKeys) if (to === key) newKeys.delete(from);
    }
    onChange(key);
  }

  function moveRenamed() {
    // An earlier time in DevTools may have another slice, or none.
    const state = attempt(() => handle()?.getState());
    if (state === undefined || state.aliases === lastAliases) return;
    lastAliases = state.aliases;
    for (const key of temporary) {
      const { args: oldArgs = [] } = subscribedAt(key)[0] ?? {};
      const args = withRealKeys(state, oldArgs);
      if (args === oldArgs) continue;
      temporary.delete(key);
      // An endpoint's own `key()` may throw for the key that the server gave.
      attempt(() => move(key, args));
    }
  }

  function move(key: string, args: readonly unknown[]) {
    const subscribed = subscribedAt(key).map(({ endpoint }) => subscribe(endpoint, { args }));
    const newKey = subscribed[0]?.key ?? key;
    byKey.delete(key);
    subscribedAt(newKey).push(...subscribed);
    newKeys.set(key, newKey);
    if (temporaryKeysIn(args).length > 0) temporary.add(newKey);
    onMoved(key, newKey);
  }

  return {
    note(action) {
      if (subscribe.match(action) && isLive(action)) join(action as SubscribeAction);
      else if (unsubscribe.match(action) && isLive(action)) leave(action);
      if (temporary.size > 0) moveRenamed();
    },
    of: key => byKey.get(currentKey(key)) ?? [],
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
