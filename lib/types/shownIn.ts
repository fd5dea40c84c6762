import type { DataState, Entities, OptimisticUpdate } from './State';

/** What readers saw last while the same updates were pending: the records, some of them with updates laid over. */
export const shownBeside = new WeakMap<OptimisticUpdate, { readonly latest?: ShownRecords }>();

interface ShownRecords {
  readonly stored: { readonly entities: Entities };
}

/** The records that readers saw last, where some of them may only be shown; a hint, which may be missing. */
export function shownIn({ optimistic: [first] }: Pick<DataState, 'optimistic'>): Entities | undefined {
  return first && shownBeside.get(first)?.latest?.stored.entities;
}
