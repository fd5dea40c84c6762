import { type SubscribeAction, subscribe, unsubscribe } from '../actions/subscribe';
import { type Subscriptions, subscriptions } from '../managers/subscriptions';
import { sameValue } from '../plain/sameValue';
import { toPlainError } from '../plain/toPlainError';
import { temporaryKeysIn, withRealKeys } from '../selectors/withRealKeys';
import type { StoreHandle } from '../store/StoreHandle';

/** What is sent to a server for one subscription, or for several that send an equal `subscribe`. */
export interface Topic {
  /** Sent with the first subscription, and each time the connection is open again. */
  readonly subscribe: unknown;
  /** Sent when the last one has ended. */
  readonly unsubscribe?: unknown;
}

/** What topics do to the connection of their stream. */
interface TopicsConnection {
  /** Called for each subscription that the stream serves: there has to be a connection. */
  open(): void;
  /** Called when the last topic has ended. */
  pause(): void;
  send(message: unknown): void;
  report(what: string, problem: string, cause: unknown): void;
}

/** The topics of one stream. */
export interface StreamTopics {
  readonly subscribed: Subscriptions;
  /** Begins topics, and ends them, as an action says. */
  note(action: unknown): void;
  /** Whether any is subscribed to: one whose last subscriber has just left is about to end. */
  areWanted(): boolean;
  /** Sends them all, on a connection that is open again. */
  sendAll(): void;
  clear(): void;
}

/** Keeps the topics of what is subscribed to, and sends them. */
export function streamTopics(
  handle: () => StoreHandle | undefined,
  topicOf: ((subscription: SubscribeAction) => Topic | undefined) | undefined,
  connection: TopicsConnection,
): StreamTopics {
  const isSubscribed = (key: string) => subscribed.of(key).length > 0;
  const subscribed = subscriptions(key => {
    // Another reader that comes in the same turn takes the place of this one.
    if (!isSubscribed(key)) queueMicrotask(() => isSubscribed(key) || endTopic(key));
  });
  /** By the key of the request; those that send the same are one object. */
  const topics = new Map<string, Topic>();
  /** The keys of subscriptions to what is being created: the server does not know it yet by any name. */
  const unnamed = new Set<string>();
  /** The names that the server had given when these were last looked at. */
  let namesSeen: unknown;
  /** Why topics could not be sent, as it was reported: several may fail, each for a reason of its own. */
  const unsent = new Set<string>();

  /** What throws is the app's, and about one topic: the others go on, and so does who subscribes. */
  function forTopic<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      const problem = toPlainError(error).message;
      if (!unsent.has(problem)) connection.report('cannot send a topic', problem, error);
      unsent.add(problem);
      return undefined;
    }
  }

  const send = (message: unknown) => forTopic(() => connection.send(message));

  /** By the keys that records have by now; none while one of them has no other than its temporary one. */
  function topicFor(action: SubscribeAction): Topic | undefined {
    const { endpoint, key, args: given } = action;
    const store = handle();
    const args = store === undefined ? given : withRealKeys(store.getState(), given);
    if (temporaryKeysIn(args).length > 0) {
      unnamed.add(key);
      return undefined;
    }
    return topicOf?.(args === given ? action : subscribe(endpoint, { args }));
  }

  /** Begins the topics of what the server has named since. */
  function noteNamed() {
    const names = unnamed.size > 0 ? handle()?.getState().aliases : namesSeen;
    if (names === namesSeen) return;
    namesSeen = names;
    for (const key of [...unnamed]) {
      unnamed.delete(key);
      const [action] = subscribed.of(key);
      if (action !== undefined) beginTopic(action);
    }
  }

  function beginTopic(action: SubscribeAction) {
    // It comes back before its topic has ended; only the connection may have.
    if (topics.has(action.key)) return connection.open();
    const topic = forTopic(() => topicFor(action));
    if (topic === undefined) return;
    const same = [...topics.values()].find(other => sameValue(other.subscribe, topic.subscribe));
    topics.set(action.key, same ?? topic);
    if (same === undefined) send(topic.subscribe);
    connection.open();
  }

  function endTopic(key: string) {
    const topic = topics.get(key);
    if (topic === undefined) return;
    topics.delete(key);
    const isShared = [...topics.values()].includes(topic);
    if (!isShared && topic.unsubscribe !== undefined) send(topic.unsubscribe);
    if (topics.size === 0) connection.pause();
  }

  function noteSubscription(action: unknown) {
    if (!subscribe.match(action) && !unsubscribe.match(action)) return;
    const { key } = action;
    const wasServed = isSubscribed(key);
    subscribed.note(action);
    if (!wasServed && isSubscribed(key)) beginTopic(action as SubscribeAction);
  }

  return {
    subscribed,
    note(action) {
      noteSubscription(action);
      noteNamed();
    },
    areWanted: () => [...topics.keys()].some(isSubscribed),
    sendAll() {
      for (const { subscribe: message } of new Set(topics.values())) send(message);
    },
    clear: () => topics.clear(),
  };
}
