import { checkAddress, checkFunctions, checkLists, checkOptions } from '../errors/checkValues';
import { setupError } from '../errors/setupError';
import type { Loose } from '../types/Loose';
import type { StreamSource } from './StreamSource';

/** The part of a socket that is used here; browser sockets and those of `ws` have it. */
interface Socket {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  send(data: string): void;
  close(): void;
}

/** How a web socket is opened and read; all options are optional. */
export interface WebSocketOptions {
  /** The class of the sockets, if the platform has none. @default globalThis.WebSocket */
  readonly WebSocket?: new (
    url: string,
    protocols?: string[],
  ) => Socket;
  readonly protocols?: readonly string[];
  /** Turns a message into what is sent. @default JSON.stringify */
  readonly serialize?: (message: unknown) => string;
}

/**
 * A stream over a web socket.
 *
 * @param url a function is called for each attempt, with what `enabled` of the manager returned, for example
 * a token
 * @throws {UsageError} when it is opened on a platform without a class for sockets
 * @see {@link streamManager}
 */
export function webSocketSource(
  url: string | ((enabled: Loose) => string),
  options: WebSocketOptions = {},
): StreamSource {
  if (process.env.NODE_ENV !== 'production') {
    checkAddress('webSocketSource()', url);
    checkOptions('webSocketSource', options);
    checkFunctions('webSocketSource', options, ['serialize']);
    checkLists('webSocketSource', options, ['protocols']);
  }
  const { protocols = [], serialize = JSON.stringify } = options;
  return ({ onOpen, onMessage, onClose }, { enabled }) => {
    const SocketClass = options.WebSocket ?? (globalThis.WebSocket as WebSocketOptions['WebSocket']);
    if (SocketClass === undefined) {
      throw setupError(
        'WebSocket',
        process.env.NODE_ENV !== 'production' &&
          'Cannot open a WebSocket: this platform has none. ' +
            "Pass a class: webSocketSource(url, { WebSocket }), for example the one of the package 'ws'.",
      );
    }
    const socket = new SocketClass(typeof url === 'function' ? url(enabled) : url, [...protocols]);
    socket.onopen = onOpen;
    socket.onmessage = (event: { readonly data: unknown }) => onMessage(event.data, 'message');
    socket.onclose = () => onClose();
    // A close event follows each error; without a listener some sockets throw it.
    socket.onerror = () => {};
    return {
      send: message => socket.send(serialize(message)),
      close() {
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close();
      },
    };
  };
}
