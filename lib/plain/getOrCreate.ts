/** A map, weak or not. */
interface MapLike<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** For {@link getOrCreate}: an empty map. */
export function newMap<Key, Value>(): Map<Key, Value> {
  return new Map();
}

/** For {@link getOrCreate}: an empty set. */
export function newSet<Value>(): Set<Value> {
  return new Set();
}

/** For {@link getOrCreate}: an empty weak map. */
export function newWeakMap<Key extends object, Value>(): WeakMap<Key, Value> {
  return new WeakMap();
}

/** The value of a map under a key; made and put there if missing. */
export function getOrCreate<Key, Value>(
  map: MapLike<Key, Value>,
  key: Key,
  make: (key: Key) => Value,
): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = make(key);
  map.set(key, created);
  return created;
}

/** Returns a function that computes a value when it is first called. */
export function once<Value>(compute: () => Value): () => Value {
  let read = () => {
    const value = compute();
    read = () => value;
    return value;
  };
  return () => read();
}
