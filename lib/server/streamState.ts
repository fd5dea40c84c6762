import type { Store } from 'redux';
import { checkOptions, checkStore } from '../errors/checkValues';
import { setupError } from '../errors/setupError';
import { handleOf } from '../store/StoreHandle';
import { type NodeDestination, nodeStreamWithScripts } from './nodeStreamWithScripts';
import { serverReaders } from './serverReaders';
import { scriptElement, scriptSource } from './stateScript';
import { webStreamWithScripts } from './webStreamWithScripts';
import { withScripts } from './withScripts';

/** How state is put into a page. */
export interface StreamStateOptions {
  /** The nonce of a Content-Security-Policy: an attribute of each script. @default none */
  readonly nonce?: string;
}

/** The state of a server's store, to be sent with a page. */
export interface StateStream {
  /**
   * A stream of Node.js that writes to another one, with the state put in between;
   * for the `pipe` of `renderToPipeableStream`.
   */
  into<Destination extends NodeDestination>(destination: Destination): Destination;
  /** A stream of the web that puts the state in between; for `renderToReadableStream`. */
  through(): TransformStream<Uint8Array, Uint8Array>;
  /** A script element with what has come since the last call; empty when nothing has. */
  script(): string;
  /** What stands in that element: for frameworks that put scripts into a page themselves. */
  source(): string;
}

/**
 * Begins to put what comes into a store into the page that a server renders of it.
 *
 * Each part of the page comes after the data that it was rendered from; `receiveState`
 * hydrates it in the browser. Data is escaped: no content of it ends the script or
 * is run. Failures stay on the server: the browser tries again.
 *
 * Call it before rendering, once for a store, and make a store for each request.
 *
 * @throws {UsageError} when the state of the store is streamed already: it is another request's
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
