/** A map, weak or not. */
interface Keeps<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** What a map holds under a key; made and put there if there is nothing yet. */
export function kept<Key, Value>(map: Keeps<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  map.set(key, made);
  return made;
}
