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
