/**
 * Freezes values and everything below them, in place; goes on where it finds something that is not frozen.
 *
 * What is frozen already is taken to be frozen all the way down, which makes the cost that of what is new.
 * Keeps a list in place of recursion, so JSON of any depth does not overflow the stack.
 */
export function freezeDeep(values: Iterable<unknown>): void {
  const pending: unknown[] = [...values];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) continue;
    // Not JSON, so it is the serializable check that should speak of it, and not the TypeError of freezing it.
    if (ArrayBuffer.isView(value)) continue;
    Object.freeze(value);
    for (const child of Object.values(value)) {
      if (typeof child === 'object' && child !== null) pending.push(child);
    }
  }
}
