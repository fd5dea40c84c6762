import type { Action } from 'redux';
import { isOwnData } from '../actions/hiddenFields';
import type { HydrateAction } from '../actions/hydrate';
import { reset } from '../actions/reset';
import type { SubscribeAction } from '../actions/subscribe';
import type { ArgsOf } from '../endpoint/BaseEndpoint';
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
import { noop } from '../plain/noop';
import { reportError } from '../plain/reportError';
import { sameValue } from '../plain/sameValue';
import { handleFinder } from '../store/StoreHandle';
import type { Loose } from '../types/Loose';
import type { BackOffLimits } from '../types/RetryOptions';
import type { DataState } from '../types/State';
import { connectionStatus } from './connectionStatus';
import { messageWriter, type StreamWrite } from './messageWriter';
import { type IsMissed, missedChanges, refetchMissed } from './missedChanges';
import { type ConnectionStatus, reconnectingStream } from './reconnectingStream';
import type { StreamSource } from './StreamSource';
import { streamTopics, type Topic } from './streamTopics';

/** What `read` returns, with the arguments of each response checked against its endpoint. */
type Checked<Read> = Read extends readonly unknown[]
  ? { readonly [At in keyof Read]: Checked<Read[At]> }
  : Read extends { readonly endpoint: infer Endpoint }
    ? { readonly args: Readonly<ArgsOf<Endpoint>> }
    : Read;

type Nothing = undefined | null;

/** What a stream brings, and from where. */
export interface StreamManagerOptions<Read = StreamWrite | readonly StreamWrite[] | Nothing>
  extends BackOffLimits {
  /** Where messages come from: {@link webSocketSource}, {@link serverSentEventSource}, or one of your own. */
  readonly source: StreamSource;
  /**
   * What a message brings; nothing for messages to ignore. Pure. The compiler checks the arguments of an endpoint if
   * the function does not declare its return type.
   */
  readonly read: (message: Loose, type: string) => Read;
  /** Parses received data into a message. @default JSON.parse for text, everything else as it is */
  readonly parse?: (data: unknown) => unknown;
  /** Name of the stream's {@link Connection}. @default 'stream' */
  readonly name?: string;
  /**
   * Endpoints whose data the stream keeps up to date. They are refetched after a reconnect. Restored data is
   * refetched when the stream first opens, or when it is restored later; data from before the stream was closed, when
   * it opens again.
   *
   * @default none
   */
  readonly feeds?: readonly { testKey(key: string): boolean }[];
  /**
   * What to send for a subscription; nothing for subscriptions that the stream does not serve. With this option, the
   * connection is open only while there are subscriptions that it serves.
   */
  readonly topicOf?: (subscription: SubscribeAction) => Topic | undefined;
  /**
   * Whether there should be a connection, computed from the root state after each action: for example a token. While
   * it is falsy there is none; another value opens a new connection, for another session. The functions of a source
   * receive it.
   *
   * @default there always is
   */
  readonly enabled?: (rootState: Loose) => unknown;
  /** Reports when the network connection is back. @default the window, where there is one */
  readonly listen?: ListenToPage;
}

/**
 * Writes what a stream brings to the store.
 *
 * Each message counts from when it arrived, so the response to an earlier request never undoes it: nothing is lost
 * between a snapshot and the stream, whichever comes first. After a reconnect, what the stream `feeds` is refetched;
 * restored data, from a saved state or a rendered page, is refetched when the stream first opens, or when it is
 * restored later. A broken connection is reopened with exponential back-off, and at once when the network is back; a
 * reset closes it and opens another. All writes are marked for `autoBatchEnhancer`: a store made by `configureStore`
 * notifies its subscribers once a frame.
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
    checkLists('streamManager', options, ['feeds'], hasTestKey);
  }
  const {
    source,
    read,
    parse,
    name = 'stream',
    feeds = [],
    topicOf,
    enabled,
    listen = listenToWindow,
  } = options;

  return api => {
    const handle = handleFinder(api.dispatch);
    const missed = missedChanges(handle);
    const status = connectionStatus(name, handle, dispatch);
    let stopListening: (() => void) | undefined;
    let isCleanedUp = false;
    let session: unknown = enabled === undefined;
    const sessionSource: StreamSource = (on, memory) =>
      source(on, Object.assign(memory, { enabled: session }));
    const onMessage = messageWriter(handle, {
      name,
      read,
      parse,
      dispatch,
      session: status.record,
      onListsChanged: missed.noteListsChanged,
    });
    const stream = reconnectingStream(sessionSource, { onOpen, onMessage, onStatus }, options);
    const topics = streamTopics(handle, topicOf, {
      open,
      // A connection that has ended for good stays closed for later topics.
      pause: () => status.now() !== 'closed' && close(true),
      send: stream.send,
      report: status.report,
    });
    const handlers: PageHandlers = {
      onFocus() {},
      onFocusLost() {},
      onOnline: stream.reconnectNow,
      onOffline() {},
    };

    // Nothing can be dispatched while the store is being created.
    queueMicrotask(() => {
      // The app's root reducer may end the session, too.
      handle()?.onReplaced(replacement => {
        if (replacement === 'reset') return reopen();
        missed.noteReplaced();
        onRestored(missed.isOlder);
      });
      if (enabled !== undefined) updateSession();
      else openIfNeeded();
      if (status.record() === undefined) status.restore();
    });

    const stage = (next: (action: unknown) => unknown) => (action: unknown) => {
      missed.begin();
      const { type } = action as Partial<HydrateAction>;
      const before = type === 'rdc/hydrate' ? handle()?.getState() : undefined;
      const result = next(action);
      topics.note(action);
      notePageAction(action, handlers);
      if (enabled !== undefined) updateSession();
      if (reset.match(action)) reopen();
      if (type === 'rdc/hydrate')
        onRestored(isOwnData(action as object) ? missed.isOlder : missed.isFromElsewhere, before);
      return result;
    };
    return withCleanup(stage, () => {
      isCleanedUp = true;
      close();
    });

    // When there is a connection.

    function open() {
      if (isCleanedUp || !session) return;
      stopListening ??= listen(handlers);
      if (process.env.NODE_ENV !== 'production') checkListening('streamManager', stopListening);
      stream.open();
    }

    function openIfNeeded() {
      if (topicOf === undefined || topics.hasSubscribers()) open();
    }

    function close(isPause = false) {
      if (stream.hasBegun()) missed.noteClosed();
      stream.close(isPause);
      stopListening?.();
      stopListening = undefined;
    }

    function reopen() {
      close();
      openIfNeeded();
    }

    /** Opens and closes the connection as `enabled` says. */
    function updateSession() {
      const previous = session;
      try {
        session = enabled?.(api.getState());
        // A new value each time would open a connection each time: its status is an action, which makes a new value.
        if (process.env.NODE_ENV !== 'production') checkSession(session);
      } catch (error) {
        // The action was already dispatched. A stream with an unknown session is closed.
        session = false;
        reportError(error);
      }
      if (!sameValue(session, previous)) reopen();
    }

    // What becomes of the stored data.

    function onOpen(isAgain: boolean) {
      missed.noteOpened();
      refresh(isAgain ? () => true : missed.isEarlier);
    }

    function onStatus(next: ConnectionStatus, reason?: unknown) {
      // Before the status is dispatched: a topic that begins during that dispatch is sent by itself.
      status.set(next, reason, next === 'open' ? topics.sendAll : noop);
    }

    /** Refetches data that is restored while the stream is open. */
    function onRestored(isMissed: IsMissed, before?: DataState) {
      status.restore();
      if (status.now() === 'open') refresh(isMissed, before);
    }

    function refresh(isMissed: IsMissed, before?: DataState) {
      const store = handle();
      if (store !== undefined) refetchMissed(store, feeds, topics.subscribed, dispatch, isMissed, before);
    }

    /** Dispatches an action. An error comes from a subscriber of the store, and does not fail the stream. */
    function dispatch(action: Action) {
      try {
        api.dispatch(action);
      } catch (error) {
        reportError(error);
      }
    }
  };
}

function checkSession(session: unknown): void {
  const fix =
    'Put what it waits for into the store, and return it from there: enabled: state => state.session.token.';
  checkReturned('streamManager', 'enabled', session, !(session instanceof Promise), fix);
}

/** Whether a value can tell which requests are its own, as an endpoint can. */
function hasTestKey(value: unknown): boolean {
  return typeof (value as { readonly testKey?: unknown } | null | undefined)?.testKey === 'function';
}
