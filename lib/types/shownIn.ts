import type { DataState, Entities, OptimisticUpdate } from './State';

/** What readers last saw while the same updates were pending: the records, some with updates laid over. */
export const shownBeside = new WeakMap<OptimisticUpdate, { readonly latest?: ShownRecords }>();

interface ShownRecords {
  readonly stored: { readonly entities: Entities };
}

/** The records that readers last saw, if some of them may be optimistic; a hint, which may be missing. */
export function shownIn({ optimistic: [first] }: Pick<DataState, 'optimistic'>): Entities | undefined {
  return first && shownBeside.get(first)?.latest?.stored.entities;
}
