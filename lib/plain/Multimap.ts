/**
 * Several values under a key.
 *
 * A key with one value holds it directly: most keys of 10,000 mounted rows have one, and sets alone were 3 of the
 * 65 MB that mounting them allocated.
 */
export class Multimap<Key, Value extends object | number> extends Map<Key, Value | Set<Value>> {
  /** @returns whether it is new */
  put(key: Key, value: Value): boolean {
    const held = this.get(key);
    if (held instanceof Set) return held.size < held.add(value).size;
    if (held === value) return false;
    this.set(key, held === undefined ? value : new Set([held, value]));
    return true;
  }

  /** @returns whether it was the last under its key */
  take(key: Key, value: Value): boolean {
    const held = this.get(key);
    const isLast = held === value || (held instanceof Set && held.delete(value) && held.size === 0);
    return isLast && this.delete(key);
  }

  each(key: Key, visit: (value: Value) => void): void {
    const held = this.get(key);
    if (held instanceof Set) held.forEach(visit);
    else if (held !== undefined) visit(held);
  }
}

/** For {@link getOrCreate}. */
export function newMultimap<Key, Value extends object | number>(): Multimap<Key, Value> {
  return new Multimap();
}
