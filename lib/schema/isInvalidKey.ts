/**
 * Whether a value from `pk()` is no primary key.
 *
 * All objects have the same text, and so have all NaNs: their records would overwrite each other.
 */
export function isInvalidKey(key: unknown): boolean {
  return key === undefined || key === '' || typeof key === 'object' || Number.isNaN(key);
}
