import type { TestStore } from './createTestStore';
import type { TestApi } from './startApi';

/**
 * Waits until a count stops increasing: requests sent before a change still arrive, however long that takes.
 *
 * @param isBusy whether more is expected
 * @returns The final count.
 */
export async function untilQuiet(count: () => number, isBusy: () => boolean = () => false): Promise<number> {
  for (;;) {
    const before = count();
    await new Promise(resolve => setTimeout(resolve, 100));
    if (count() === before && !isBusy()) return before;
  }
}

/** Waits until a server has received all requests of a store and has responded to them. */
export function untilServed(
  api: Pick<TestApi, 'requests'>,
  store: Pick<TestStore, 'getState'>,
): Promise<number> {
  return untilQuiet(
    () => api.requests.length,
    () => store.getState().rdc.inflight.size > 0,
  );
}
