const PREFIX = 'optimistic:';

/** The key of a record that the server has not named yet: that of the request which creates it. */
export function temporaryKey(requestId: string): string {
  return PREFIX + requestId;
}

/** Whether a key stands for a record that the server has not named yet. */
export function isTemporaryKey(key: unknown): key is string {
  return typeof key === 'string' && key.startsWith(PREFIX);
}

/** The id of the request that creates the record with a temporary key. */
export function requestOf(key: string): string {
  return key.slice(PREFIX.length).replace(/\.\d+$/, '');
}
