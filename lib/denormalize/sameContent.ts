/** Whether a value is a list of these very items. */
export function isSameList(before: unknown, after: readonly unknown[]): boolean {
  if (!Array.isArray(before) || before.length !== after.length) return false;
  for (let i = 0; i < after.length; i++) if (before[i] !== after[i]) return false;
  return true;
}

/** Whether two values are lists of the same items, or objects with the same fields. */
export function isSameContent(before: unknown, after: unknown): boolean {
  if (Array.isArray(after)) return isSameList(before, after);
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return false;
  const [earlier, later] = [before, after] as Readonly<Record<string, unknown>>[];
  const names = Object.keys(after);
  return (
    names.length === Object.keys(before).length &&
    names.every(name => earlier?.[name] === later?.[name] && Object.hasOwn(before, name))
  );
}
