import type { Action } from 'redux';
import { isOwnData } from '../actions/hiddenFields';
import type { HydrateAction } from '../actions/hydrate';
import { reset } from '../actions/reset';
import { set } from '../actions/set';
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
import { attempt } from '../plain/attempt';
import { reportError } from '../plain/reportError';
import { sameValue } from '../plain/sameValue';
import { toPlainError } from '../plain/toPlainError';
import { handleFinder } from '../store/StoreHandle';
import { getValue } from '../tables/getCell';
import type { Loose } from '../types/Loose';
import type { BackOffLimits } from '../types/RetryOptions';
import type { DataState } from '../types/State';
import { Connection } from './Connection';
import { messageWriter, type StreamWrite } from './messageWriter';
import { type IsMissed, missedChanges, refetchMissed } from './missedChanges';
import { type ConnectionStatus, reconnectingStream } from './reconnectingStream';
import type { StreamSource } from './StreamSource';
import { streamTopics, type Topic } from './streamTopics';

/** What `read` returns, each response with the arguments of its endpoint. */
type Checked<Read> = Read extends readonly unknown[]
  ? { readonly [At in keyof Read]: Checked<Read[At]> }
  : Read extends { readonly endpoint: infer Endpoint }
    ? { readonly args: Readonly<ArgsOf<Endpoint>> }
    : Read;

type Nothing = undefined | null;

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
    let stopListening: (() => void) | undefined;
    let isCleanedUp = false;
    let status: ConnectionStatus = 'closed';
    /** The record of the status, as it was last said. */
    let said: object | undefined;
    let reported: string | undefined;
    let session: unknown = enabled === undefined;
    const ofSession: StreamSource = (on, memory) => source(on, Object.assign(memory, { enabled: session }));
    const onMessage = messageWriter(handle, {
      name,
      read,
      parse,
      dispatch,
      session: () => said,
      onListed: missed.noteListed,
    });
    const stream = reconnectingStream(ofSession, { onOpen, onMessage, onStatus }, options);
    const topics = streamTopics(handle, topicOf, {
      open,
      // What has ended for good stays so for the topics that follow.
      pause: () => status !== 'closed' && close(true),
      send: stream.send,
      report,
    });
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

    function refresh(isMissed: IsMissed, before?: DataState) {
      const store = handle();
      if (store !== undefined) refetchMissed(store, feeds, topics.subscribed, dispatch, isMissed, before);
    }

    /** Refetches what is restored while the stream is open. */
    function noteRestored(isMissed: IsMissed, before?: DataState) {
      sayAgain();
      if (status === 'open') refresh(isMissed, before);
    }

    function onStatus(next: ConnectionStatus, reason?: unknown) {
      status = next;
      // Before anyone is told: a topic that begins then is sent as it begins.
      if (next === 'open') topics.sendAll();
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

    const isNeeded = () => topicOf === undefined || topics.areWanted();

    const stage = (next: (action: unknown) => unknown) => (action: unknown) => {
      missed.begin();
      const { type } = action as Partial<HydrateAction>;
      const before = type === 'rdc/hydrate' ? handle()?.getState() : undefined;
      const result = next(action);
      topics.note(action);
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
