/**
 * Waits until something has stopped going up: what had left before a change still arrives, however long that takes.
 *
 * @returns How many there are.
 */
export async function untilQuiet(count: () => number): Promise<number> {
  for (;;) {
    const before = count();
    await new Promise(resolve => setTimeout(resolve, 100));
    if (count() === before) return before;
  }
}
