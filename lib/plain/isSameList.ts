/** Whether a value is a list of these same items. */
export function isSameList(before: unknown, after: readonly unknown[]): boolean {
  if (!Array.isArray(before) || before.length !== after.length) return false;
  for (let i = 0; i < after.length; i++) if (before[i] !== after[i]) return false;
  return true;
}
