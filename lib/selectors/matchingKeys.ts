import { getCell } from '../tables/getCell';
import { filterKeys, forEachCell } from '../tables/iterate';
import type { DataState } from '../types/State';

/**
 * The keys of all requests that an invalidation or an expiry applies to.
 *
 * First reads in flight count: nothing is stored for them yet, but they, too, left before the invalidation.
 *
 * @param nodesWithoutMatch nodes of the table in which no key passes, for a test that is repeated
 */
export function matchingKeys(
  { endpoints, inflight }: DataState,
  test: (key: string) => boolean,
  nodesWithoutMatch: WeakSet<object> = new WeakSet(),
): readonly string[] {
  const keys = filterKeys(endpoints, test, nodesWithoutMatch);
  forEachCell(inflight, (key, { value = [] }) => {
    const isFirstRead = getCell(endpoints, key) === undefined && !value.some(({ mutation }) => mutation);
    if (isFirstRead && test(key)) keys.push(key);
  });
  return keys;
}
