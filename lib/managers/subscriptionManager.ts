import { fetch } from '../actions/fetch';
import { type SubscribeAction, subscribe, unsubscribe } from '../actions/subscribe';
import { handleFinder } from '../store/StoreHandle';
import { type Manager, withCleanup } from './Manager';
import {
  type ListenToPage,
  listenToWindow,
  notePageAction,
  type PageHandlers,
  startsOnline,
} from './pageEvents';
import { type Poller, poller } from './poller';
import { isLive } from './subscriptions';

/** How subscribers are kept up to date; all parts can be left out. */
export interface SubscriptionManagerOptions {
  /** Where to hear of the connection. @default the window, where there is one */
  readonly listen?: ListenToPage;
}

/** One request that is polled. */
interface Polled {
  readonly poller: Poller;
  /** One for each subscriber, in milliseconds; `undefined` for those that want no polling. */
  readonly frequencies: (number | undefined)[];
}

/**
 * Polls what is subscribed to, at the shortest `pollFrequency` that any subscriber of a request asks for.
 *
 * The first poll comes one frequency after the first subscription; fetching at
 * once is the reader's own affair. A poll that is still under way is not repeated.
 * Nothing is polled without a connection, and once it is back whatever has become
 * due is polled at once. Nothing is polled while DevTools show an earlier time. It ends with the last subscriber.
 */
export function subscriptionManager({ listen = listenToWindow }: SubscriptionManagerOptions = {}): Manager {
  return api => {
    const handle = handleFinder(api.dispatch);
    const polled = new Map<string, Polled>();
    /** The last word on the connection, and the last of `setupListeners`; `undefined` before any. */
    let isOnline: boolean | undefined;
    let toldOnline: boolean | undefined;
    let stopListening: (() => void) | undefined;

    function setOnline(now: boolean) {
      isOnline = now;
      for (const { poller } of polled.values()) {
        if (now) poller.resume();
        else poller.pause();
      }
    }

    const heard: PageHandlers = {
      onFocus() {},
      onFocusLost() {},
      onOnline: () => setOnline(true),
      onOffline: () => setOnline(false),
    };
    const told: PageHandlers = {
      ...heard,
      onOnline() {
        toldOnline = true;
        setOnline(true);
      },
      onOffline() {
        toldOnline = false;
        setOnline(false);
      },
    };

    /** Listens for as long as there is anything to poll. */
    function listenWhileNeeded() {
      if (polled.size > 0) stopListening ??= listen(heard);
      else {
        stopListening?.();
        stopListening = undefined;
        // What was heard may change unheard from now on; what actions say is always heard.
        isOnline = toldOnline;
      }
    }

    function begin({ endpoint, args }: SubscribeAction): Polled {
      const ask = async () => {
        // An earlier time, to which DevTools have moved the store, is left as it was.
        if (handle()?.isPast()) return;
        const action = fetch(endpoint, { args, unattended: true });
        api.dispatch(action);
        await action.meta.promise;
      };
      return { poller: poller(ask, !(isOnline ?? startsOnline())), frequencies: [] };
    }

    function join(action: SubscribeAction) {
      const entry = polled.get(action.key) ?? begin(action);
      polled.set(action.key, entry);
      entry.frequencies.push(action.endpoint.pollFrequency);
      entry.poller.setFrequency(shortest(entry.frequencies));
      listenWhileNeeded();
    }

    function leave(key: string, frequency: number | undefined) {
      const entry = polled.get(key);
      if (entry === undefined) return;
      const place = entry.frequencies.indexOf(frequency);
      if (place >= 0) entry.frequencies.splice(place, 1);
      if (entry.frequencies.length === 0) polled.delete(key);
      entry.poller.setFrequency(shortest(entry.frequencies));
      listenWhileNeeded();
    }

    const stage = (next: (action: unknown) => unknown) => (action: unknown) => {
      const result = next(action);
      if (subscribe.match(action) && isLive(action)) join(action);
      else if (unsubscribe.match(action) && isLive(action)) leave(action.key, action.endpoint.pollFrequency);
      else notePageAction(action, told);
      return result;
    };

    return withCleanup(stage, () => {
      for (const { poller } of polled.values()) poller.setFrequency(undefined);
      polled.clear();
      listenWhileNeeded();
    });
  };
}

function shortest(frequencies: readonly (number | undefined)[]): number | undefined {
  const asked = frequencies.filter(frequency => frequency !== undefined && frequency > 0) as number[];
  return asked.length === 0 ? undefined : Math.min(...asked);
}
