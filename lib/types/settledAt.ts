import type { Freshness } from './Freshness';

/**
 * The moment up to which an answer knows what there is: for a read when it left,
 * for a mutation when it was answered, since no read that left before has to know of it.
 */
export function settledAt({ fetchedAt, sentAt, date }: Freshness): number {
  return sentAt === undefined ? fetchedAt : date;
}
