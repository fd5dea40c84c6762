import { type SubscribeAction, subscribe } from '../actions/subscribe';
import { type Subscriptions, subscriptions } from '../managers/subscriptions';
import { sameValue } from '../plain/sameValue';
import { toPlainError } from '../plain/toPlainError';
import { temporaryKeysIn } from '../selectors/withRealKeys';
import type { StoreHandle } from '../store/StoreHandle';

/** What is sent to a server for one subscription, or for several with an equal `subscribe`. */
export interface Topic {
  /** Sent with the first subscription, and each time the connection opens again. */
  readonly subscribe: unknown;
  /** Sent when the last subscription has ended. */
  readonly unsubscribe?: unknown;
}

/** How topics affect the connection of their stream. */
interface TopicsConnection {
  /** Called for each subscription that the stream serves, since it needs a connection. */
  open(): void;
  /** Called when the last topic has ended. */
  pause(): void;
  send(message: unknown): void;
  report(what: string, problem: string, cause: unknown): void;
}

/** The topics of one stream. */
export interface StreamTopics {
  readonly subscribed: Subscriptions;
  /** Starts and ends topics as an action says. */
  note(action: unknown): void;
  /** Whether any topic has a subscriber; one whose last subscriber has just left will end. */
  hasSubscribers(): boolean;
  /** Sends all topics, on a connection that opened again. */
  sendAll(): void;
}

/** Tracks the topics of all subscriptions, and sends them. */
export function streamTopics(
  handle: () => StoreHandle | undefined,
  topicOf: ((subscription: SubscribeAction) => Topic | undefined) | undefined,
  connection: TopicsConnection,
): StreamTopics {
  const isSubscribed = (key: string) => subscribed.of(key).length > 0;
  const subscribed = subscriptions(
    handle,
    key => {
      // A reader that comes in the same turn can replace this one.
      if (!isSubscribed(key)) queueMicrotask(() => isSubscribed(key) || endTopic(key));
    },
    (_temporary, key) => begin(key),
  );
  const begin = (key: string) => subscribed.of(key).slice(0, 1).forEach(beginTopic);
  /** The topics by request key; topics with an equal message share one object. */
  const topics = new Map<string, Topic>();
  /** The errors reported for topics that could not be sent: several may fail, each for its own reason. */
  const reportedErrors = new Set<string>();

  /** Runs app code for one topic: if it throws, other topics and the subscriber continue. */
  function forTopic<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      const problem = toPlainError(error).message;
      if (!reportedErrors.has(problem)) connection.report('cannot send a topic', problem, error);
      reportedErrors.add(problem);
      return undefined;
    }
  }

  const send = (message: unknown) => forTopic(() => connection.send(message));

  function beginTopic(action: SubscribeAction) {
    // It came back before its topic ended; only the connection may have ended.
    if (topics.has(action.key)) return connection.open();
    // The server has no name yet for a record that is being created.
    const topic = temporaryKeysIn(action.args).length > 0 ? undefined : forTopic(() => topicOf?.(action));
    if (topic === undefined) return;
    const equalTopic = [...topics.values()].find(other => sameValue(other.subscribe, topic.subscribe));
    topics.set(action.key, equalTopic ?? topic);
    if (equalTopic === undefined) send(topic.subscribe);
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

  return {
    subscribed,
    note(action) {
      subscribed.note(action);
      if (subscribe.match(action)) begin(action.key);
    },
    hasSubscribers: () => [...topics.keys()].some(isSubscribed),
    sendAll() {
      for (const { subscribe: message } of new Set(topics.values())) send(message);
    },
  };
}
