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

/** What a lasting stream reports. */
export interface ReconnectingStreamHandlers {
  /** @param isAgain whether an earlier attempt has ended, connected or not, so that messages may have been missed */
  onOpen(isAgain: boolean): void;
  onMessage(message: unknown, type: string): void;
  /** @param reason why the connection ended, where the app can do something about it */
  onStatus(status: ConnectionStatus, reason?: unknown): void;
}

/** A stream that is opened again when it breaks. */
export interface ReconnectingStream {
  /** Does nothing where a connection has ended it for good, until it is closed. */
  open(): void;
  /**
   * Ends it until it is opened again.
   *
   * @param isPause whether it will be the same session that opens it, and goes on after what has arrived
   */
  close(isPause: boolean): void;
  /** Whether messages will have been missed if it is closed now: it is open, or an attempt has ended. */
  hasBegun(): boolean;
  /** Ends the waiting for another attempt. */
  hurry(): void;
  /** Sends a message, where there is an open connection that can. */
  send(message: unknown): void;
}

/** A connection that lasted this long, in milliseconds, was a good one: the next wait is a short one again. */
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
  /** Tells the attempt that counts from those before it. */
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
    // Who was told of it may have closed the stream.
    if (attempt !== own) return;
    const whileCurrent =
      <Args extends readonly unknown[]>(handle: (...args: Args) => void) =>
      (...args: Args) => {
        if (attempt === own) handle(...args);
      };
    let openedAt = Infinity;
    let isEarly = false;
    const onOpen = () => {
      // Before the source has returned, there is nothing yet that could send.
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
      // The server's wait comes first, and jitter after it: all clients got the same time.
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
      // The app's own function for an address may succeed the next time.
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

/** What it throws must not keep from going on who is done with it. */
function end(connection: StreamConnection | undefined) {
  try {
    connection?.close();
  } catch (error) {
    reportError(error);
  }
}
