/**
 * Freezes values and everything below them, in place; goes deeper only into what is not frozen.
 *
 * Frozen objects count as frozen all the way down, so the cost is that of what is new.
 * Uses a list, not recursion, so JSON of any depth does not overflow the stack.
 */
export function freezeDeep(values: Iterable<unknown>): void {
  const pending: unknown[] = [...values];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) continue;
    // Not JSON: the serializable check should report it, rather than a TypeError from freezing it.
    if (ArrayBuffer.isView(value)) continue;
    Object.freeze(value);
    for (const child of Object.values(value)) {
      if (typeof child === 'object' && child !== null) pending.push(child);
    }
  }
}
