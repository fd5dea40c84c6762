/** How one connection ended. */
export interface StreamEnd {
  /** True if another attempt is pointless: the server said so, or it refuses the request itself. */
  readonly isFinal?: boolean;
  /** Why, if an app can do something about it: reported on the console, and stored with the status. */
  readonly reason?: unknown;
  /** How long the server wants clients to wait before another attempt, in milliseconds, if it says so. */
  readonly afterMs?: number | undefined;
}

/** What a connection reports while it lasts. */
export interface StreamHandlers {
  onOpen(): void;
  /**
   * @param message the received data; the manager parses text
   * @param type the type of event, for protocols that name it; otherwise `message`
   */
  onMessage(message: unknown, type: string): void;
  onClose(end?: StreamEnd): void;
}

/** What one connection keeps for the next, so that the server can resume. */
export interface StreamMemory {
  /** The id of the last event that arrived. */
  lastEventId?: string;
  /** How long to wait at least before each further attempt, in milliseconds, if the server said so. */
  retryMs?: number;
  /** What `enabled` of the manager returned, for example a token. */
  readonly enabled?: unknown;
}

/** One connection. */
export interface StreamConnection {
  /** Sends a message, if the protocol can. */
  send?(message: unknown): void;
  /** Closes the connection; nothing is reported after that. */
  close(): void;
}

/**
 * Opens one connection and reports what happens to it.
 *
 * Called for each attempt; if it throws, the attempt has failed. Each connection belongs to one store; the function
 * itself may serve several stores.
 */
export type StreamSource = (handlers: StreamHandlers, memory: StreamMemory) => StreamConnection;
