import { checkReturned } from '../errors/checkValues';
import { backOff } from '../managers/backOff';
import { reportError } from '../plain/reportError';
import { startTimer, type Timer } from '../plain/startTimer';
import type { BackOffLimits } from '../types/RetryOptions';
import type { StreamConnection, StreamEnd, StreamMemory, StreamSource } from './StreamSource';

/**
 * The status of a stream.
 *
 * | status | meaning |
 * |---|---|
 * | `connecting` | an attempt is in flight |
 * | `open` | messages arrive |
 * | `waiting` | an attempt failed or the connection broke; another one follows |
 * | `closed` | there will be no other attempt |
 */
export type ConnectionStatus = 'connecting' | 'open' | 'waiting' | 'closed';

/** What a reconnecting stream reports. */
export interface ReconnectingStreamHandlers {
  /** @param isReconnect whether an earlier attempt has ended, connected or not, so that messages may have been missed */
  onOpen(isReconnect: boolean): void;
  onMessage(message: unknown, type: string): void;
  /** @param reason why the connection ended, if the app can do something about it */
  onStatus(status: ConnectionStatus, reason?: unknown): void;
}

/** A stream that is opened again when it breaks. */
export interface ReconnectingStream {
  /** Does nothing after a final end, until the stream is closed. */
  open(): void;
  /**
   * Closes the stream until it is opened again.
   *
   * @param isPause whether the same session will open it again and resume after the last message
   */
  close(isPause: boolean): void;
  /** Whether closing it now means that messages are missed: it is open, or an attempt has ended. */
  hasBegun(): boolean;
  /** Makes the next attempt at once, if one is waiting. */
  reconnectNow(): void;
  /** Sends a message, if a connection is open that can. */
  send(message: unknown): void;
}

/** After a connection of at least this length, in milliseconds, the next wait is short again. */
const GOOD_LENGTH_MS = 5_000;

/** Keeps one connection of a source open, with growing waits between failed attempts. */
export function reconnectingStream(
  source: StreamSource,
  handlers: ReconnectingStreamHandlers,
  limits: BackOffLimits,
): ReconnectingStream {
  let connection: StreamConnection | undefined;
  let timer: Timer | undefined;
  let status: ConnectionStatus = 'closed';
  let memory: StreamMemory = {};
  let isReconnect = false;
  let failures = 0;
  let isFinished = false;
  /** Identifies the current attempt; reports of earlier ones are ignored. */
  let attempt = {};

  function setStatus(next: ConnectionStatus, reason?: unknown) {
    if (next === status) return;
    status = next;
    handlers.onStatus(next, reason);
  }

  function connect() {
    timer?.cancel();
    const thisAttempt = {};
    attempt = thisAttempt;
    setStatus('connecting');
    // The status handler may have closed the stream.
    if (attempt !== thisAttempt) return;
    const whileCurrent =
      <Args extends readonly unknown[]>(handle: (...args: Args) => void) =>
      (...args: Args) => {
        if (attempt === thisAttempt) handle(...args);
      };
    let openedAt = Infinity;
    let openedTooEarly = false;
    const onOpen = () => {
      // Until the source returns, there is nothing to send with.
      if (connection === undefined) {
        openedTooEarly = true;
        return;
      }
      openedAt = performance.now();
      setStatus('open');
      if (attempt === thisAttempt) handlers.onOpen(isReconnect);
    };
    const onClose = ({ isFinal = false, reason, afterMs = 0 }: StreamEnd = {}) => {
      attempt = {};
      connection = undefined;
      isReconnect = true;
      if (performance.now() - openedAt >= GOOD_LENGTH_MS) failures = 0;
      if (isFinal) {
        isFinished = true;
        return setStatus('closed', reason);
      }
      // Wait as long as the server says, then add jitter, because all clients got the same time.
      timer = startTimer(Math.max(afterMs, memory.retryMs ?? 0) + backOff(failures++, limits), connect);
      setStatus('waiting', reason);
    };
    const fail = whileCurrent(onClose);
    const currentHandlers = {
      onOpen: whileCurrent(onOpen),
      onMessage: whileCurrent(handlers.onMessage),
      onClose: fail,
    };
    try {
      const newConnection = source(currentHandlers, memory);
      if (process.env.NODE_ENV !== 'production')
        checkReturned(
          'streamManager',
          'source',
          newConnection,
          typeof (newConnection as StreamConnection | undefined)?.close === 'function',
          'Return an object with close(), as webSocketSource() does.',
        );
      if (attempt !== thisAttempt) return closeSafely(newConnection);
      connection = newConnection;
      if (openedTooEarly) onOpen();
    } catch (reason) {
      // The app's function for the address may succeed the next time.
      fail({ reason });
    }
  }

  return {
    open() {
      if (status === 'closed' && !isFinished) connect();
    },
    close(isPause) {
      attempt = {};
      timer?.cancel();
      const previous = connection;
      connection = undefined;
      closeSafely(previous);
      if (!isPause) memory = {};
      isReconnect = false;
      failures = 0;
      isFinished = false;
      setStatus('closed');
    },
    hasBegun: () => isReconnect || status === 'open',
    reconnectNow() {
      if (status === 'waiting') connect();
    },
    send(message) {
      if (status === 'open') connection?.send?.(message);
    },
  };
}

/** An error while closing must not stop the caller. */
function closeSafely(connection: StreamConnection | undefined) {
  try {
    connection?.close();
  } catch (error) {
    reportError(error);
  }
}
