import type { TestStore } from './createTestStore';
import type { TestApi } from './startApi';

/**
 * Waits until something has stopped going up: what had left before a change still arrives, however long that takes.
 *
 * @param isBusy whether more is bound to come
 * @returns How many there are.
 */
export async function untilQuiet(count: () => number, isBusy: () => boolean = () => false): Promise<number> {
  for (;;) {
    const before = count();
    await new Promise(resolve => setTimeout(resolve, 100));
    if (count() === before && !isBusy()) return before;
  }
}

/** Waits until a server has seen all requests of a store, and has responded to them. */
export function untilServed(
  api: Pick<TestApi, 'requests'>,
  store: Pick<TestStore, 'getState'>,
): Promise<number> {
  return untilQuiet(
    () => api.requests.length,
    () => store.getState().rdc.inflight.size > 0,
  );
}
