/**
 * Whether a value from `pk()` is no primary key.
 *
 * All objects have the same text, and so have all NaNs: their records would overwrite each other.
 */
export function isInvalidKey(found: unknown): boolean {
  return found === undefined || found === '' || typeof found === 'object' || Number.isNaN(found);
}
