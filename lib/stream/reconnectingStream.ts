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
  /** @param isAgain whether an earlier attempt has ended, connected or not, so that messages may have been missed */
  onOpen(isAgain: boolean): void;
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
  hurry(): void;
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
  let isAgain = false;
  let failures = 0;
  let isEnded = false;
  /** Identifies the current attempt; reports of earlier ones are ignored. */
  let attempt = {};

  function become(next: ConnectionStatus, reason?: unknown) {
    if (next === status) return;
    status = next;
    handlers.onStatus(next, reason);
  }

  function connect() {
    timer?.cancel();
    const own = {};
    attempt = own;
    become('connecting');
    // The status handler may have closed the stream.
    if (attempt !== own) return;
    const whileCurrent =
      <Args extends readonly unknown[]>(handle: (...args: Args) => void) =>
      (...args: Args) => {
        if (attempt === own) handle(...args);
      };
    let openedAt = Infinity;
    let isEarly = false;
    const onOpen = () => {
      // Until the source returns, there is nothing to send with.
      if (connection === undefined) {
        isEarly = true;
        return;
      }
      openedAt = performance.now();
      become('open');
      if (attempt === own) handlers.onOpen(isAgain);
    };
    const onClose = ({ isFinal = false, reason, afterMs = 0 }: StreamEnd = {}) => {
      attempt = {};
      connection = undefined;
      isAgain = true;
      if (performance.now() - openedAt >= GOOD_LENGTH_MS) failures = 0;
      if (isFinal) {
        isEnded = true;
        return become('closed', reason);
      }
      // Wait as long as the server says, then add jitter, because all clients got the same time.
      timer = startTimer(Math.max(afterMs, memory.retryMs ?? 0) + backOff(failures++, limits), connect);
      become('waiting', reason);
    };
    const fail = whileCurrent(onClose);
    const reports = {
      onOpen: whileCurrent(onOpen),
      onMessage: whileCurrent(handlers.onMessage),
      onClose: fail,
    };
    try {
      const made = source(reports, memory);
      if (process.env.NODE_ENV !== 'production')
        checkReturned(
          'streamManager',
          'source',
          made,
          typeof (made as StreamConnection | undefined)?.close === 'function',
          'Return an object with close(), as webSocketSource() does.',
        );
      if (attempt !== own) return end(made);
      connection = made;
      if (isEarly) onOpen();
    } catch (reason) {
      // The app's function for the address may succeed the next time.
      fail({ reason });
    }
  }

  return {
    open() {
      if (status === 'closed' && !isEnded) connect();
    },
    close(isPause) {
      attempt = {};
      timer?.cancel();
      const last = connection;
      connection = undefined;
      end(last);
      if (!isPause) memory = {};
      isAgain = false;
      failures = 0;
      isEnded = false;
      become('closed');
    },
    hasBegun: () => isAgain || status === 'open',
    hurry() {
      if (status === 'waiting') connect();
    },
    send(message) {
      if (status === 'open') connection?.send?.(message);
    },
  };
}

/** An error while closing must not stop the caller. */
function end(connection: StreamConnection | undefined) {
  try {
    connection?.close();
  } catch (error) {
    reportError(error);
  }
}
