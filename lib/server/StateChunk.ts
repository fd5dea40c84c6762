import type { SavedData } from '../actions/hydrate';

/**
 * The data that entered a server's store since the previous chunk, while it renders a page; plain JSON data.
 *
 * Each chunk gives the browser another version of the server's store. Components hydrate from the latest one, except
 * for those listed in `before`.
 */
export interface StateChunk {
  readonly saved: SavedData;
  /** Ids of components that were rendered from the version before this chunk, and would now show something else. */
  readonly before: readonly string[];
  /** Ids that an earlier chunk listed, of components that have rendered again since. */
  readonly again: readonly string[];
}

/** The global property where chunks wait for the store, by the `reducerPath` of its slice. */
export const QUEUES = 'rdc-toolkit';

/** The chunks of one store: a pushed chunk is hydrated as soon as there is a store. */
export interface ChunkQueue {
  readonly length: number;
  readonly [index: number]: StateChunk;
  push(chunk: StateChunk): unknown;
}
