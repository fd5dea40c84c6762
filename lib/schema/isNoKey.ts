/**
 * Whether what `pk()` has found is no primary key.
 *
 * As text all objects are the same, and all that is no number: their records would take each other's place.
 */
export function isNoKey(found: unknown): boolean {
  return found === undefined || found === '' || typeof found === 'object' || Number.isNaN(found);
}
