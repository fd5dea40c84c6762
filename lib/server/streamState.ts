import type { Store } from 'redux';
import { checkOptions, checkStore } from '../errors/checkValues';
import { setupError } from '../errors/setupError';
import { handleOf } from '../store/StoreHandle';
import { serverReaders } from './serverReaders';
import { scriptElement, scriptSource } from './stateScript';
import { type NodeDestination, nodeStreamWithScripts, webStreamWithScripts } from './streamsWithScripts';
import { withScripts } from './withScripts';

/** How to put state into a page. */
export interface StreamStateOptions {
  /** The nonce of a Content-Security-Policy, set on each script. @default none */
  readonly nonce?: string;
}

/** The state of a server's store, to send with a page. */
export interface StateStream {
  /**
   * A Node.js stream that writes to another one and inserts the state; for the `pipe` of `renderToPipeableStream`.
   */
  into<Destination extends NodeDestination>(destination: Destination): Destination;
  /** A web stream that inserts the state; for `renderToReadableStream`. */
  through(): TransformStream<Uint8Array, Uint8Array>;
  /** A script element with what has come since the last call; empty if nothing has. */
  script(): string;
  /** The content of that element, for frameworks that put scripts into a page themselves. */
  source(): string;
}

/**
 * Starts to put what enters a store into the page that a server renders from it.
 *
 * Each part of the page comes after the data that it was rendered from; `receiveState` hydrates it in the browser. Data
 * is escaped: none of it ends the script or runs. Failures stay on the server: the browser tries again.
 *
 * Call it before rendering, once per store, and make a store for each request.
 *
 * @throws {UsageError} when the store's state is streamed already: it belongs to another request
 * @throws {UsageError} when the store lacks the middleware or the slice
 *
 * @example
 * ```tsx
 * import type { ServerResponse } from 'node:http';
 * import type { ReactNode } from 'react';
 * import { renderToPipeableStream } from 'react-dom/server';
 *
 * function respond(page: ReactNode, response: ServerResponse) {
 *   const state = streamState(store);
 *   const { pipe } = renderToPipeableStream(page, { onShellReady: () => pipe(state.into(response)) });
 * }
 * ```
 */
export function streamState(store: Store, options: StreamStateOptions = {}): StateStream {
  if (process.env.NODE_ENV !== 'production') {
    checkStore('streamState()', store);
    checkOptions('streamState', options);
  }
  const handle = handleOf(store.dispatch);
  if (handle.rendering !== undefined) {
    throw setupError(
      'streamState(store)',
      process.env.NODE_ENV !== 'production' &&
        'This store already streams its state into a page. ' +
          "Create one store per request, in the request handler; otherwise users see each other's data.",
    );
  }
  const readers = serverReaders(handle.getState);
  handle.rendering = readers;

  const source = () =>
    readers
      .nextChunks()
      .map(chunk => scriptSource(chunk, handle.reducerPath))
      .join('');
  const script = () => scriptElement(source(), options.nonce);
  return {
    source,
    script,
    into: destination => nodeStreamWithScripts(destination, withScripts(script)),
    through: () => webStreamWithScripts(withScripts(script)),
  };
}
