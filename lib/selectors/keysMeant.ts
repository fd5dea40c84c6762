import { getCell } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import { keysThatPass } from '../tables/keysThatPass';
import type { DataState } from '../types/State';

/**
 * The keys of all requests that an invalidation or an expiry is about.
 *
 * A first read in flight counts: it has nothing stored yet, and what it brings left before this as well.
 *
 * @param barren nodes of the table in which nothing passes, where the same test is made again and again
 */
export function keysMeant(
  { endpoints, inflight }: DataState,
  test: (key: string) => boolean,
  barren: WeakSet<object> = new WeakSet(),
): readonly string[] {
  const keys = keysThatPass(endpoints, test, barren);
  forEachCell(inflight, (key, { value = [] }) => {
    const isFirstRead = getCell(endpoints, key) === undefined && !value.some(({ mutation }) => mutation);
    if (isFirstRead && test(key)) keys.push(key);
  });
  return keys;
}
