const PREFIX = 'optimistic:';

/** The key of a record that the server has not named yet, made from the request that creates it. */
export function temporaryKey(requestId: string): string {
  return PREFIX + requestId;
}

/** The temporary key of one of several records that a request creates, by position. */
export function keyAt(first: string, place: number): string {
  return place === 0 ? first : `${first}.${place}`;
}

/** Whether a key belongs to a record that the server has not named yet. */
export function isTemporaryKey(key: unknown): key is string {
  return typeof key === 'string' && key.startsWith(PREFIX);
}

/** Whether this library can have made a key; a server may use keys with the same prefix. */
export function isMadeHere(key: string): boolean {
  return /^[\w-]{21}$/.test(requestOf(key));
}

/** The position of such a record among those of its request. */
export function placeOf(key: string): number {
  return Number(/\.(\d+)$/.exec(key)?.[1] ?? 0);
}

/** The id of the request that creates the record with a temporary key. */
export function requestOf(key: string): string {
  return key.slice(PREFIX.length).replace(/\.\d+$/, '');
}
