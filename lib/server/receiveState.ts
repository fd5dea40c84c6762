import type { Store } from 'redux';
import { checkStore } from '../errors/checkValues';
import { handleOf } from '../store/StoreHandle';
import { type ChunkQueue, QUEUES } from './StateChunk';
import { streamedVersions } from './streamedVersions';

/**
 * In a browser, hydrates the state that a server put into the page with `streamState`: what is there at once, and the
 * rest as it arrives, with one `rdc/hydrate` each.
 *
 * Call it before `hydrateRoot`. Each component then hydrates from the state that the server rendered it from, whatever
 * the store holds by then, so that nothing on the page mismatches; the page's data is not refetched while it is fresh.
 * Does nothing on a page that was not server-rendered.
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
  // They stay in the queue: in Strict Mode, React makes a store and discards it before the one that it keeps.
  for (let i = 0; i < queue.length; i++) versions.receive(queue[i] as ChunkQueue[number]);
  queue.push = chunk => {
    push.call(queue, chunk);
    versions.receive(chunk);
  };
}

/** The queue, which the first script or the first store creates, whichever comes first. */
function queueOf(reducerPath: string): ChunkQueue {
  const page = globalThis as { [QUEUES]?: Record<string, ChunkQueue> };
  page[QUEUES] ??= {};
  page[QUEUES][reducerPath] ??= [];
  return page[QUEUES][reducerPath];
}
