import type { DataState, OptimisticUpdate, Tables } from './State';

/** The part of a store worth saving: plain JSON data, made on a server or kept from last time. */
export interface SavedState
  extends Tables,
    Pick<DataState, 'endpoints'>,
    Partial<Pick<DataState, 'links' | 'doubts' | 'aliases'>> {
  /** When it was saved, by the clock of its store, in milliseconds since the Unix epoch. */
  readonly date?: number;
  /** Mutations without a response yet, in order. */
  readonly optimistic: readonly OptimisticUpdate[];
}
