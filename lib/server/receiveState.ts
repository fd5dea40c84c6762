import type { Store } from 'redux';
import { checkStore } from '../errors/checkValues';
import { handleOf } from '../store/StoreHandle';
import { type ChunkQueue, QUEUES } from './StateChunk';
import { streamedVersions } from './streamedVersions';

/**
 * Hydrates, in a browser, the state that a server put into the page with `streamState`:
 * what is there at once, and what is still to come as it arrives, one
 * `rdc/hydrate` each.
 *
 * Call it before `hydrateRoot`. Each component then hydrates from the state
 * that the server had rendered it from, whatever the store holds by then, so that
 * nothing on the page differs; the data of the page is not refetched
 * while it is fresh. Does nothing on a page that no server has rendered.
 *
 * @throws {UsageError} when the store lacks the middleware or the slice
 *
 * @example
 * ```tsx
 * import type { ReactNode } from 'react';
 * import { hydrateRoot } from 'react-dom/client';
 *
 * function begin(page: ReactNode) {
 *   receiveState(store);
 *   hydrateRoot(document, page);
 * }
 * ```
 */
export function receiveState(store: Store): void {
  if (process.env.NODE_ENV !== 'production') checkStore('receiveState()', store);
  const handle = handleOf(store.dispatch);
  const versions = streamedVersions(handle);
  handle.rendering = versions;

  const queue = queueOf(handle.reducerPath);
  const { push } = queue;
  // They stay in the queue: in Strict Mode a store that React throws away is made before the one that it keeps.
  for (let i = 0; i < queue.length; i++) versions.take(queue[i] as ChunkQueue[number]);
  queue.push = chunk => {
    push.call(queue, chunk);
    versions.take(chunk);
  };
}

/** The queue that the first of the scripts and the first store have made, whichever came first. */
function queueOf(reducerPath: string): ChunkQueue {
  const page = globalThis as { [QUEUES]?: Record<string, ChunkQueue> };
  page[QUEUES] ??= {};
  page[QUEUES][reducerPath] ??= [];
  return page[QUEUES][reducerPath];
}
