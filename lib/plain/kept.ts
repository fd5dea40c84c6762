/** A map, weak or not. */
interface Keeps<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** For {@link kept}: a map with nothing in it. */
export function newMap<Key, Value>(): Map<Key, Value> {
  return new Map();
}

/** For {@link kept}: a set with nothing in it. */
export function newSet<Value>(): Set<Value> {
  return new Set();
}

/** For {@link kept}: a weak map with nothing in it. */
export function newWeakMap<Key extends object, Value>(): WeakMap<Key, Value> {
  return new WeakMap();
}

/** What a map holds under a key; made and put there if there is nothing yet. */
export function kept<Key, Value>(map: Keeps<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  map.set(key, made);
  return made;
}
