/** How one connection ended. */
export interface StreamEnd {
  /** True when another attempt is pointless: the server has said so, or refuses the request itself. */
  readonly isFinal?: boolean;
  /** Why, where an app can do something about it: it is said on the console, and stored with the status. */
  readonly reason?: unknown;
  /** How long the server wants clients to wait before another attempt, in milliseconds, where it says so. */
  readonly afterMs?: number | undefined;
}

/** What a connection reports, each while it lasts. */
export interface StreamHandlers {
  onOpen(): void;
  /**
   * @param message what came; the manager parses text
   * @param type the kind of event, for protocols that name it; otherwise `message`
   */
  onMessage(message: unknown, type: string): void;
  onClose(end?: StreamEnd): void;
}

/** What one connection leaves for the next: the server can then go on where it was. */
export interface StreamMemory {
  /** Of the last event that arrived. */
  lastEventId?: string;
  /** How long to wait at least before each further attempt, in milliseconds, where the server has said so. */
  retryMs?: number;
  /** What `enabled` of the manager returned, for example a token. */
  readonly enabled?: unknown;
}

/** One connection. */
export interface StreamConnection {
  /** Sends a message, where the protocol can. */
  send?(message: unknown): void;
  /** Ends it; nothing is reported any more. */
  close(): void;
}

/**
 * Opens one connection and reports what happens to it.
 *
 * Called for each attempt; if it throws, the attempt has failed. What it opens belongs to one store; the function
 * itself may serve several.
 */
export type StreamSource = (handlers: StreamHandlers, memory: StreamMemory) => StreamConnection;
