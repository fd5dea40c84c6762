import type { SavedData } from '../actions/hydrate';

/**
 * What has come into the store of a server while it renders a page, since the
 * chunk before; plain JSON data.
 *
 * After each chunk the browser's view of the server's store is another version.
 * Components hydrate from the latest one, except for those that are named.
 */
export interface StateChunk {
  readonly saved: SavedData;
  /** Ids of components that were rendered from the version before this chunk, and would show something else now. */
  readonly before: readonly string[];
  /** Ids that an earlier chunk named, of components that have rendered again since. */
  readonly again: readonly string[];
}

/** Where chunks wait for the store, by the `reducerPath` of its slice: a property of the global object. */
export const QUEUES = 'rdc-toolkit';

/** The chunks of one store: what is pushed to it is hydrated as soon as there is a store. */
export interface ChunkQueue {
  readonly length: number;
  readonly [place: number]: StateChunk;
  push(chunk: StateChunk): unknown;
}
