import { fetch } from '../actions/fetch';
import type { SubscribeAction } from '../actions/subscribe';
import { checkFunctions, checkListening, checkOptions } from '../errors/checkValues';
import { getOrCreate } from '../plain/getOrCreate';
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

/** How subscribers are kept up to date; all options are optional. */
export interface SubscriptionManagerOptions {
  /** Where connection and visibility events come from. @default the window, where there is one */
  readonly listen?: ListenToPage;
}

/** What is known about the page; `undefined` before the first event. */
interface PageState {
  readonly isOnline?: boolean;
  readonly isHidden?: boolean;
}

/**
 * Polls subscribed requests at the shortest `pollFrequency` of their subscribers.
 *
 * The first poll comes one interval after the first subscription; the first fetch is up to the reader. A poll that is
 * still in flight is not repeated. Nothing is polled while offline, or while the page is hidden unless an endpoint
 * sets `pollWhileHidden`; afterwards, polls that have become due are sent at once. Nothing is polled while DevTools
 * show an earlier time. Polling ends with the last subscriber.
 */
export function subscriptionManager(options: SubscriptionManagerOptions = {}): Manager {
  if (process.env.NODE_ENV !== 'production') {
    checkOptions('subscriptionManager', options);
    checkFunctions('subscriptionManager', options, ['listen']);
  }
  const { listen = listenToWindow } = options;
  return api => {
    const handle = handleFinder(api.dispatch);
    const pollers = new Map<string, Poller>();
    /** What is known about the page, and what of it actions of `setupListeners` reported. */
    let page: PageState = {};
    let reported: PageState = {};
    let isCleanedUp = false;
    let stopListening: (() => void) | undefined;

    function onPageChange(changes: PageState) {
      page = { ...page, ...changes };
      pollers.forEach(update);
    }

    /** Listens while there is anything to poll. */
    function listenWhileNeeded() {
      if (pollers.size > 0) {
        stopListening ??= listen(handlersFor(onPageChange));
        if (process.env.NODE_ENV !== 'production') checkListening('subscriptionManager', stopListening);
      } else {
        stopListening?.();
        stopListening = undefined;
        // From now on the page may change unnoticed, except for what actions report.
        page = reported;
      }
    }

    /** Sets how often a request is polled, and whether while the page is hidden, by its subscribers' endpoints. */
    function update(poller: Poller, key: string) {
      const { isOnline = startsOnline(), isHidden = startsHidden() } = page;
      const subscribers = subscribed.of(key);
      const whileHidden = subscribers.filter(({ endpoint }) => endpoint.pollWhileHidden);
      const frequency = shortest(isHidden ? whileHidden : subscribers);
      // A paused poller keeps its schedule: once the page is visible again it polls at once if a poll is due.
      poller(frequency ?? shortest(subscribers), !isOnline || frequency === undefined);
    }

    function pollerOf(key: string): Poller {
      return poller(async () => {
        // Nothing is fetched while DevTools show an earlier time.
        if (handle()?.isPast()) return;
        const { endpoint, args } = subscribed.of(key).at(-1) as SubscribeAction;
        const action = fetch(endpoint, { args, unattended: true, by: 'poll', began: handle()?.nextNumber() });
        api.dispatch(action);
        await action.meta.promise;
      });
    }

    function onChange(key: string) {
      if (isCleanedUp) return;
      const poller = getOrCreate(pollers, key, pollerOf);
      listenWhileNeeded();
      if (subscribed.of(key).length > 0) return update(poller, key);
      // Another reader that mounts in the same turn continues this poller's schedule.
      queueMicrotask(() => {
        if (subscribed.of(key).length > 0 || pollers.get(key) !== poller) return;
        pollers.delete(key);
        listenWhileNeeded();
        update(poller, key);
      });
    }

    const subscribed = subscriptions(handle, onChange, (from, to) => {
      pollers.get(from)?.(undefined, false);
      pollers.delete(from);
      onChange(to);
    });
    const handlers = handlersFor(changes => {
      reported = { ...reported, ...changes };
      onPageChange(changes);
    });
    const stage = (next: (action: unknown) => unknown) => (action: unknown) => {
      const result = next(action);
      subscribed.note(action);
      notePageAction(action, handlers);
      return result;
    };

    return withCleanup(stage, () => {
      isCleanedUp = true;
      for (const poller of pollers.values()) poller(undefined, false);
      pollers.clear();
      listenWhileNeeded();
    });
  };
}

function handlersFor(onPageChange: (changes: PageState) => void): PageHandlers {
  return {
    onFocus: () => onPageChange({ isHidden: false }),
    onFocusLost: () => onPageChange({ isHidden: true }),
    onOnline: () => onPageChange({ isOnline: true }),
    onOffline: () => onPageChange({ isOnline: false }),
  };
}

/** The shortest frequency, in milliseconds; `undefined` if no subscriber polls. Mutations are never polled. */
function shortest(subscribers: readonly SubscribeAction[]): number | undefined {
  const frequencies = subscribers
    .map(({ endpoint }) => (!endpoint.sideEffect && endpoint.pollFrequency) || 0)
    .filter(each => each > 0);
  return frequencies.length === 0 ? undefined : Math.min(...frequencies);
}
