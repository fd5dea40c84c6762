import { fetch } from '../actions/fetch';
import type { SubscribeAction } from '../actions/subscribe';
import { checkOptions } from '../errors/checkValues';
import { handleFinder } from '../store/StoreHandle';
import { type Manager, withCleanup } from './Manager';
import {
  type ListenToPage,
  listenToWindow,
  notePageAction,
  type PageHandlers,
  startsHidden,
  startsOnline,
} from './pageEvents';
import { type Poller, poller } from './poller';
import { subscriptions } from './subscriptions';

/** How subscribers are kept up to date; all parts are optional. */
export interface SubscriptionManagerOptions {
  /** Where connection and visibility events come from. @default the window, where there is one */
  readonly listen?: ListenToPage;
}

/** One request that is polled. */
interface Polled {
  readonly poller: Poller;
  /** Their endpoints tell how often it is polled, and whether while the page is hidden. */
  readonly subscribers: readonly SubscribeAction[];
}

/** What is known of the page; `undefined` before anything was heard. */
interface PageState {
  readonly isOnline?: boolean;
  readonly isHidden?: boolean;
}

/**
 * Polls subscribed requests at the shortest `pollFrequency` of their subscribers.
 *
 * The first poll comes one interval after the first subscription; the first fetch is up to the reader. A
 * poll that is still in flight is not repeated. Nothing is polled without a connection, or while the page is
 * hidden unless an endpoint sets `pollWhileHidden`; afterwards whatever has become due is polled at once.
 * Nothing is polled while DevTools show an earlier time. Polling ends with the last subscriber.
 */
export function subscriptionManager(options: SubscriptionManagerOptions = {}): Manager {
  if (process.env.NODE_ENV !== 'production') checkOptions('subscriptionManager', options);
  const { listen = listenToWindow } = options;
  return api => {
    const handle = handleFinder(api.dispatch);
    const polled = new Map<string, Polled>();
    /** What is known of the page, and what actions of `setupListeners` said of it. */
    let page: PageState = {};
    let reported: PageState = {};
    let isCleanedUp = false;
    let stopListening: (() => void) | undefined;

    function hear(news: PageState) {
      page = { ...page, ...news };
      for (const entry of polled.values()) update(entry);
    }

    function hearAction(news: PageState) {
      reported = { ...reported, ...news };
      hear(news);
    }

    /** Listens for as long as there is anything to poll. */
    function listenWhileNeeded() {
      if (polled.size > 0) stopListening ??= listen(handlersFor(hear));
      else {
        stopListening?.();
        stopListening = undefined;
        // What was heard may change unheard from now on; what actions say is always heard.
        page = reported;
      }
    }

    function update({ poller, subscribers }: Polled) {
      const { isOnline = startsOnline(), isHidden = startsHidden() } = page;
      const whileHidden = subscribers.filter(({ endpoint }) => endpoint.pollWhileHidden);
      const frequency = shortest(isHidden ? whileHidden : subscribers);
      // Paused, a poller keeps its pace: once the page is visible again it polls at once if that is due.
      poller(frequency ?? shortest(subscribers), !isOnline || frequency === undefined);
    }

    function pollerOf(key: string): Poller {
      return poller(async () => {
        const latest = polled.get(key)?.subscribers.at(-1);
        // An earlier time, to which DevTools have moved the store, is left as it was.
        if (latest === undefined || handle()?.isPast()) return;
        const { endpoint, args } = latest;
        const action = fetch(endpoint, { args, unattended: true, by: 'poll', began: handle()?.nextNumber() });
        api.dispatch(action);
        await action.meta.promise;
      });
    }

    const subscribed = subscriptions((key, subscribers) => {
      if (isCleanedUp) return;
      // Another reader that comes in the same turn goes on at the pace of this one.
      if (subscribers.length === 0) return queueMicrotask(() => leave(key));
      const entry = { poller: polled.get(key)?.poller ?? pollerOf(key), subscribers };
      polled.set(key, entry);
      listenWhileNeeded();
      update(entry);
    });

    function leave(key: string) {
      const entry = polled.get(key);
      if (entry?.subscribers.length !== 0) return;
      polled.delete(key);
      listenWhileNeeded();
      update(entry);
    }

    const handlers = handlersFor(hearAction);
    const stage = (next: (action: unknown) => unknown) => (action: unknown) => {
      const result = next(action);
      subscribed.note(action);
      notePageAction(action, handlers);
      return result;
    };

    return withCleanup(stage, () => {
      isCleanedUp = true;
      for (const { poller } of polled.values()) poller(undefined, false);
      polled.clear();
      listenWhileNeeded();
    });
  };
}

function handlersFor(hear: (news: PageState) => void): PageHandlers {
  return {
    onFocus: () => hear({ isHidden: false }),
    onFocusLost: () => hear({ isHidden: true }),
    onOnline: () => hear({ isOnline: true }),
    onOffline: () => hear({ isOnline: false }),
  };
}

/** The shortest frequency, in milliseconds; `undefined` where nobody wants polling, or it would change data. */
function shortest(subscribers: readonly SubscribeAction[]): number | undefined {
  const frequencies = subscribers
    .map(({ endpoint }) => (!endpoint.sideEffect && endpoint.pollFrequency) || 0)
    .filter(each => each > 0);
  return frequencies.length === 0 ? undefined : Math.min(...frequencies);
}
