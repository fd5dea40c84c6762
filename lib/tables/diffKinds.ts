import { diffTables } from './diffTables';
import type { Cell, Table } from './Table';

/** Visits each key whose cells in two sets of tables are different objects, by kind, as {@link diffTables} does. */
export function diffKinds<V, M>(
  before: Readonly<Record<string, Table<V, M>>>,
  after: Readonly<Record<string, Table<V, M>>>,
  visit: (kind: string, key: string, before: Cell<V, M> | undefined, after: Cell<V, M> | undefined) => void,
): void {
  if (before === after) return;
  for (const kind of Object.keys({ ...before, ...after })) {
    diffTables(before[kind], after[kind], (key, cellBefore, cellAfter) =>
      visit(kind, key, cellBefore, cellAfter),
    );
  }
}
