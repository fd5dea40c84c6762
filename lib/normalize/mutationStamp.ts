import { isPlainObject } from '../plain/isPlainObject';
import type { Freshness } from '../types/Freshness';

/**
 * Time stamps of what a mutation brings.
 *
 * It shows what the server held when it answered, so no read that left before is
 * younger; and it knows which fields it was asked to change.
 *
 * @param sentAt when the request left
 * @param args its arguments, of which the last holds what was sent
 */
export function mutationStamp(meta: Freshness, sentAt: number, args: readonly unknown[]): Freshness {
  const { fetchedAt, date, expiresAt } = meta;
  const sent = args.at(-1);
  return { fetchedAt, sentAt, date, expiresAt, writes: isPlainObject(sent) ? Object.keys(sent) : [] };
}
