import type { DataState, OptimisticUpdate } from './State';

/** The optimistic update of a request; `undefined` if it shows nothing before its response. */
export function updateOf(
  { optimistic }: Pick<DataState, 'optimistic'>,
  requestId: string | undefined,
): OptimisticUpdate | undefined {
  return optimistic.find(update => update.requestId === requestId);
}
