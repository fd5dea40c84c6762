/**
 * Values by key, several under some.
 *
 * A key with one value holds it as it is: of 10,000 rows on a page most keys have one, and a set for each takes more
 * memory than all else that is known of a row.
 */
export class Multimap<Key, Value extends object> {
  readonly #map = new Map<Key, Value | Set<Value>>();

  add(key: Key, value: Value): void {
    const held = this.#map.get(key);
    if (held === undefined) this.#map.set(key, value);
    else if (held instanceof Set) held.add(value);
    else if (held !== value) this.#map.set(key, new Set([held, value]));
  }

  /** @returns whether it was the last under its key */
  delete(key: Key, value: Value): boolean {
    const held = this.#map.get(key);
    const isLast = held === value || (held instanceof Set && held.delete(value) && held.size === 0);
    if (isLast) this.#map.delete(key);
    return isLast;
  }

  has(key: Key): boolean {
    return this.#map.has(key);
  }

  /** Visits what is under a key. */
  each(key: Key, visit: (value: Value) => void): void {
    const held = this.#map.get(key);
    if (held instanceof Set) held.forEach(visit);
    else if (held !== undefined) visit(held);
  }
}
