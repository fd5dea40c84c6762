/** The kinds whose tables are not the same object in two sets of tables. */
export function changedKinds(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (before === after) return [];
  return Object.keys({ ...before, ...after }).filter(kind => before[kind] !== after[kind]);
}
