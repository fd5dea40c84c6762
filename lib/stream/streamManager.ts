import type { Action } from 'redux';
import { defaultsOf } from '../actions/expiry';
import { type FetchAction, fetch } from '../actions/fetch';
import { isOwnData, noteCause } from '../actions/hiddenFields';
import type { HydrateAction } from '../actions/hydrate';
import { type ExpireAllAction, expireAll } from '../actions/invalidate';
import { takeOutcome } from '../actions/outcomes';
import { reset } from '../actions/reset';
import { set } from '../actions/set';
import { setResponse } from '../actions/setResponse';
import { type SubscribeAction, subscribe, unsubscribe } from '../actions/subscribe';
import { listKeeper } from '../definitions/listKeeper';
import type { AnyEndpoint, ArgsOf } from '../endpoint/BaseEndpoint';
import {
  checkDurations,
  checkFunction,
  checkFunctions,
  checkListening,
  checkLists,
  checkName,
  checkReturned,
} from '../errors/checkValues';
import { type Manager, withCleanup } from '../managers/Manager';
import { type ListenToPage, listenToWindow, notePageAction, type PageHandlers } from '../managers/pageEvents';
import { subscriptions } from '../managers/subscriptions';
import { attempt } from '../plain/attempt';
import { reportError } from '../plain/reportError';
import { sameValue } from '../plain/sameValue';
import { toPlainError } from '../plain/toPlainError';
import { warnOnce } from '../plain/warnOnce';
import { type Addressing, isListWriter, kindsIn, partsOf } from '../schema/addressedRecord';
import type { Findable } from '../schema/FindArgs';
import { keysMeant } from '../selectors/keysMeant';
import { temporaryKeysIn, withRealKeys } from '../selectors/withRealKeys';
import { foreseeSet } from '../slice/onSet';
import type { ReadRequest } from '../store/Observer';
import { handleFinder, type StoreHandle } from '../store/StoreHandle';
import { getCell, getValue } from '../tables/getCell';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Loose } from '../types/Loose';
import type { BackOffLimits } from '../types/RetryOptions';
import type { Schema } from '../types/Schema';
import type { DataState } from '../types/State';
import { Connection } from './Connection';
import { checkWrite } from './checkWrite';
import { type IsMissed, missedChanges } from './missedChanges';
import { type ConnectionStatus, reconnectingStream } from './reconnectingStream';
import type { StreamSource } from './StreamSource';

/** What a message brings: data under a schema, or the response to a request. */
export type StreamWrite =
  | { readonly endpoint: AnyEndpoint; readonly args: readonly unknown[]; readonly response: unknown }
  | { readonly schema: Findable; readonly args?: readonly unknown[]; readonly value: unknown };

/** What `read` returns, each response with the arguments of its endpoint. */
type Checked<Read> = Read extends readonly unknown[]
  ? { readonly [At in keyof Read]: Checked<Read[At]> }
  : Read extends { readonly endpoint: infer Endpoint }
    ? { readonly args: Readonly<ArgsOf<Endpoint>> }
    : Read;

type Nothing = undefined | null;

/** What is sent to a server for one subscription, or for several that send an equal `subscribe`. */
export interface Topic {
  /** Sent with the first subscription, and each time the connection is open again. */
  readonly subscribe: unknown;
  /** Sent when the last one has ended. */
  readonly unsubscribe?: unknown;
}

/** What a stream brings, and where from. */
export interface StreamManagerOptions<Read = StreamWrite | readonly StreamWrite[] | Nothing>
  extends BackOffLimits {
  /** Where messages come from: {@link webSocketSource}, {@link serverSentEventSource}, or one of your own. */
  readonly source: StreamSource;
  /**
   * What a message brings; nothing for those that bring nothing. Pure. The compiler checks the arguments of an
   * endpoint where the function states no type of what it returns.
   */
  readonly read: (message: Loose, type: string) => Read;
  /** Makes a message of what came. @default JSON.parse for text, everything else as it is */
  readonly parse?: (data: unknown) => unknown;
  /** Name of the stream's {@link Connection}. @default 'stream' */
  readonly name?: string;
  /**
   * Endpoints whose data the stream keeps up to date: they are refetched after a reconnect; what was restored of them
   * when the stream first opens, or they are restored later; and what is from before the stream was closed, when it opens
   * again.
   *
   * @default none
   */
  readonly feeds?: readonly { testKey(key: string): boolean }[];
  /**
   * What to send for a subscription; nothing for those that the stream does not serve. With this option, the
   * connection is open only while there are such subscriptions.
   */
  readonly topicOf?: (subscription: SubscribeAction) => Topic | undefined;
  /**
   * Whether there should be a connection, computed from the root state after each action: for example a
   * token. While it is falsy there is none; another value opens a new connection, for another session. The
   * functions of a source get it.
   *
   * @default there always is
   */
  readonly enabled?: (rootState: Loose) => unknown;
  /** Where the event comes from that the connection is back. @default the window, where there is one */
  readonly listen?: ListenToPage;
}

/**
 * Puts what a stream brings into the store.
 *
 * Each message counts from when it arrived, so that the response to an earlier request never undoes it:
 * nothing is lost between a snapshot and the stream, whichever comes first. After a reconnect, what the
 * stream `feeds` is refetched; what was restored of it, from a saved state or a rendered page, when it first opens, or is
 * restored later. A broken connection is reopened with exponential back-off, and at once when
 * the network is back; a reset closes it and opens another. All writes are marked for `autoBatchEnhancer`: a
 * store made by `configureStore` tells its subscribers once a frame.
 *
 * @example
 * ```ts
 * import { streamManager, webSocketSource } from 'rdc-toolkit/stream';
 *
 * const manager = streamManager({
 *   source: webSocketSource('wss://api.example.com/todos'),
 *   read: (todo: { id: string }) => ({ schema: Todo, value: todo }),
 *   feeds: [TodoResource.get, TodoResource.getList],
 * });
 * ```
 */
export function streamManager<const Read extends StreamWrite | readonly StreamWrite[] | Nothing>(
  options: StreamManagerOptions<Read & Checked<Read>>,
): Manager {
  if (process.env.NODE_ENV !== 'production') {
    checkDurations('streamManager', options, ['baseDelayMs', 'maxDelayMs']);
    checkFunction('streamManager', 'source', options.source);
    checkFunction('streamManager', 'read', options.read);
    checkFunctions('streamManager', options, ['parse', 'topicOf', 'enabled', 'listen']);
    checkName('streamManager', 'name', options.name);
    checkLists('streamManager', options, ['feeds'], isTested);
  }
  const {
    source,
    read,
    parse = parseText,
    name = 'stream',
    feeds = [],
    topicOf,
    enabled,
    listen = listenToWindow,
  } = options;

  return api => {
    const handle = handleFinder(api.dispatch);
    const missed = missedChanges(handle);
    const isSubscribed = (key: string) => subscribed.of(key).length > 0;
    const subscribed = subscriptions(key => {
      // Another reader that comes in the same turn takes the place of this one.
      if (!isSubscribed(key)) queueMicrotask(() => isSubscribed(key) || endTopic(key));
    });
    /** By the key of the request; those that send the same are one object. */
    const topics = new Map<string, Topic>();
    /** The keys of subscriptions to what is being created: the server does not know it yet by any name. */
    const unnamed = new Set<string>();
    let stopListening: (() => void) | undefined;
    let isCleanedUp = false;
    let status: ConnectionStatus = 'closed';
    /** The record of the status, as it was last said. */
    let said: object | undefined;
    let reported: string | undefined;
    /** Why topics could not be sent, as it was reported: several may fail, each for a reason of its own. */
    const unsent = new Set<string>();
    let session: unknown = enabled === undefined;
    const ofSession: StreamSource = (on, memory) => source(on, Object.assign(memory, { enabled: session }));
    const stream = reconnectingStream(ofSession, { onOpen, onMessage, onStatus }, options);
    const handlers: PageHandlers = {
      onFocus() {},
      onFocusLost() {},
      onOnline: stream.hurry,
      onOffline() {},
    };

    function open() {
      if (isCleanedUp || !session) return;
      stopListening ??= listen(handlers);
      if (process.env.NODE_ENV !== 'production') checkListening('streamManager', stopListening);
      stream.open();
    }

    function close(isPause = false) {
      if (stream.hasBegun()) missed.noteClosed();
      stream.close(isPause);
      stopListening?.();
      stopListening = undefined;
    }

    function onOpen(isAgain: boolean) {
      missed.noteOpened();
      refresh(isAgain ? () => true : missed.isEarlier);
    }

    /** Refetches what is restored while the stream is open. */
    function noteRestored(isMissed: IsMissed, before?: DataState) {
      sayAgain();
      if (status === 'open') refresh(isMissed, before);
    }

    /**
     * Refetches what may have changed while there was no connection.
     *
     * @param before what was stored until now
     */
    function refresh(isMissed: IsMissed, before?: DataState) {
      const store = handle();
      if (store === undefined) return;
      const { endpoints, inflight } = store.getState();
      const isNew = (key: string) => before !== undefined && getCell(before.endpoints, key) === undefined;
      const isFed = (key: string) =>
        isMissed(getCell(endpoints, key)?.meta, getValue(inflight, key), isNew(key)) &&
        feeds.some(endpoint => endpoint.testKey(key));
      const keys = keysMeant(store.getState(), isFed);
      const send = (action: ExpireAllAction | FetchAction) => {
        if (process.env.NODE_ENV !== 'production') noteCause(action, 'reconnect');
        dispatch(action);
      };
      if (keys.length > 0) send(expireAll(isFed, keys));
      const wanted = new Map<string, ReadRequest>(store.observers.requests());
      for (const [key, actions] of subscribed.all()) for (const action of actions) wanted.set(key, action);
      for (const [key, { endpoint, args }] of wanted)
        if (isFed(key)) send(fetch(endpoint, { args, unattended: true, began: store.nextNumber() }));
    }

    function onStatus(next: ConnectionStatus, reason?: unknown) {
      status = next;
      // Before anyone is told: a topic that begins then is sent as it begins.
      if (next === 'open') for (const { subscribe: message } of new Set(topics.values())) send(message);
      const error = reason === undefined ? null : toPlainError(reason);
      if (error !== null) report(next === 'closed' ? 'has ended' : 'cannot connect', error.message, reason);
      say({ id: name, status: next, error });
    }

    function say(value: object) {
      said = value;
      const landed = handle()?.nextNumber();
      const options = { value, landed, dataExpiryLength: Infinity, isBatched: true };
      dispatch(set(Connection, options));
    }

    /** Says how the stream stands where the store holds something else: a status of another session, or none. */
    function sayAgain() {
      const slice = attempt(() => handle()?.getState());
      const stored = getValue(slice?.entities[Connection.key], name);
      if (!sameValue(stored, said)) say(said ?? { id: name, status, error: null });
    }

    /** What throws is a subscriber of the store, which is no failure of the stream. */
    function dispatch(action: Action) {
      try {
        api.dispatch(action);
      } catch (error) {
        reportError(error);
      }
    }

    /** Says on the console what has failed, once as long as it fails for the same reason. */
    function report(what: string, problem: string, cause: unknown) {
      if (problem === reported) return;
      reported = problem;
      reportError(new Error(`rdc-toolkit: The stream "${name}" ${what}: ${problem}`, { cause }));
    }

    function onMessage(data: unknown, type: string) {
      const before = said;
      for (const write of writesOf(data, type)) {
        // What one part of the message has led to may have ended the session: the others are of that one.
        if (said !== before) return;
        let action: Action;
        try {
          if (process.env.NODE_ENV !== 'production') checkWrite(write);
          action = actionOf(write, handle());
          const store = handle();
          // Finds out before the reducer does what cannot be stored, to say which stream has brought it.
          if (process.env.NODE_ENV !== 'production' && store !== undefined && set.match(action))
            foreseeSet(store.getState(), action);
        } catch (error) {
          refuse(error);
          continue;
        }
        dispatch(action);
        const parts = partsOf<Addressing>('schema' in write ? write : write.endpoint);
        if (parts.some(([{ schema }]) => isListWriter(schema) || listKeeper.rules?.(kindsIn(schema))))
          missed.noteListed();
        const error = setResponse.match(action) ? takeOutcome(action)?.error : undefined;
        if (error !== undefined) refuse(error);
      }
    }

    function writesOf(data: unknown, type: string): readonly StreamWrite[] {
      try {
        return [read(parse(data), type) ?? []].flat() as readonly StreamWrite[];
      } catch (error) {
        refuse(error);
        return [];
      }
    }

    /** One bad message must not end the stream. */
    function refuse(error: unknown) {
      const { message: problem } = error as Error;
      warnOnce(`${name} ${problem}`, `The stream "${name}" could not read a message: ${problem}`);
    }

    /** What throws is the app's, and about one topic: the others go on, and so does who subscribes. */
    function forTopic<T>(run: () => T): T | undefined {
      try {
        return run();
      } catch (error) {
        const problem = toPlainError(error).message;
        if (!unsent.has(problem)) report('cannot send a topic', problem, error);
        unsent.add(problem);
        return undefined;
      }
    }

    const send = (message: unknown) => forTopic(() => stream.send(message));

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
      for (const key of [...unnamed]) {
        unnamed.delete(key);
        const [action] = subscribed.of(key);
        if (action !== undefined) beginTopic(action);
      }
    }

    function beginTopic(action: SubscribeAction) {
      // It comes back before its topic has ended; only the connection may have.
      if (topics.has(action.key)) return open();
      const topic = forTopic(() => topicFor(action));
      if (topic === undefined) return;
      const same = [...topics.values()].find(other => sameValue(other.subscribe, topic.subscribe));
      topics.set(action.key, same ?? topic);
      if (same === undefined) send(topic.subscribe);
      open();
    }

    function endTopic(key: string) {
      const topic = topics.get(key);
      if (topic === undefined) return;
      topics.delete(key);
      const isShared = [...topics.values()].includes(topic);
      if (!isShared && topic.unsubscribe !== undefined) send(topic.unsubscribe);
      // What has ended for good stays so for the topics that follow.
      if (topics.size === 0 && status !== 'closed') close(true);
    }

    function noteSubscription(action: unknown) {
      if (!subscribe.match(action) && !unsubscribe.match(action)) return;
      const { key } = action;
      const wasServed = isSubscribed(key);
      subscribed.note(action);
      if (!wasServed && isSubscribed(key)) beginTopic(action as SubscribeAction);
    }

    /** Opens and closes the connection as the state says. */
    function noteSession() {
      const before = session;
      try {
        session = enabled?.(api.getState());
        // Another one each time: each would open a connection, whose status is an action, which makes another one.
        if (process.env.NODE_ENV !== 'production') checkSession(session);
      } catch (error) {
        // Whatever was dispatched is done: a stream of which nothing is known is closed.
        session = false;
        reportError(error);
      }
      if (sameValue(session, before)) return;
      close();
      if (isNeeded()) open();
    }

    /** A topic whose last subscriber has just left is about to end. */
    const isNeeded = () => topicOf === undefined || [...topics.keys()].some(isSubscribed);

    const stage = (next: (action: unknown) => unknown) => (action: unknown) => {
      missed.begin();
      const { type } = action as Partial<HydrateAction>;
      const before = type === 'rdc/hydrate' ? handle()?.getState() : undefined;
      const result = next(action);
      noteSubscription(action);
      noteNamed();
      notePageAction(action, handlers);
      if (enabled !== undefined) noteSession();
      if (reset.match(action)) reopen();
      if (type === 'rdc/hydrate')
        noteRestored(isOwnData(action as object) ? missed.isOlder : missed.isFromElsewhere, before);
      return result;
    };

    function reopen() {
      close();
      if (isNeeded()) open();
    }

    // Nothing can be dispatched while the store is being made.
    queueMicrotask(() => {
      // A root reducer of the app may end the session, too.
      handle()?.onReplaced(replacement => {
        if (replacement === 'reset') return reopen();
        missed.noteReplaced();
        noteRestored(missed.isOlder);
      });
      if (enabled !== undefined) noteSession();
      else if (isNeeded()) open();
      if (said === undefined) sayAgain();
    });

    return withCleanup(stage, () => {
      isCleanedUp = true;
      topics.clear();
      close();
    });
  };
}

function checkSession(session: unknown): void {
  const fix =
    'Put what it waits for into the store, and return it from there: enabled: state => state.session.token.';
  checkReturned('streamManager', 'enabled', session, !(session instanceof Promise), fix);
}

/** Whether something tells which requests are its own, as an endpoint does. */
function isTested(given: unknown): boolean {
  return typeof (given as { readonly testKey?: unknown } | null | undefined)?.testKey === 'function';
}

function parseText(data: unknown): unknown {
  return typeof data === 'string' ? JSON.parse(data) : data;
}

function actionOf(write: StreamWrite, handle: StoreHandle | undefined) {
  const landed = handle?.nextNumber();
  const defaults = defaultsOf(handle);
  if ('schema' in write) {
    const { schema, args = [], value } = write;
    return set(schema as unknown as Schema, { args, value, landed, isBatched: true, ...defaults });
  }
  const { endpoint, args, response } = write;
  return setResponse(endpoint as EndpointInterface, {
    args,
    response,
    landed,
    left: landed,
    isBatched: true,
    ...defaults,
  });
}
