import { findCell } from './findCell';
import { BITS_PER_LEVEL, BRANCH_WIDTH } from './hashKey';
import { forEachCellBelow } from './iterate';
import { type Cell, isBranch, type Table, type TableNode } from './Table';

/**
 * Visits each key whose cells in two tables are different objects, once; `undefined` stands for no cell.
 *
 * The cost grows with the difference: shared nodes are skipped. A table that went through JSON shares
 * nothing with its original, so every key is visited.
 */
export function diffTables<V, M>(
  before: Table<V, M> | undefined,
  after: Table<V, M> | undefined,
  visit: (key: string, before: Cell<V, M> | undefined, after: Cell<V, M> | undefined) => void,
): void {
  diffBelow(before?.root ?? null, after?.root ?? null, 0, visit);
}

function diffBelow<V, M>(
  before: TableNode<V, M> | null,
  after: TableNode<V, M> | null,
  shift: number,
  visit: (key: string, before: Cell<V, M> | undefined, after: Cell<V, M> | undefined) => void,
): void {
  if (before === after) return;

  if (before !== null && after !== null && isBranch(before) && isBranch(after)) {
    for (let slot = 0; slot < BRANCH_WIDTH; slot++) {
      diffBelow(before[slot] ?? null, after[slot] ?? null, shift + BITS_PER_LEVEL, visit);
    }
    return;
  }

  // One of the two is a leaf or nothing. If the other is a branch, the leaf was split or joined in between.
  let index = 0;
  forEachCellBelow(before, (key, cell) => {
    // In two leaves, unchanged cells mostly have the same place.
    if (after?.[index++] === cell) return;
    const cellAfter = findCell(after, key, shift);
    if (cellAfter !== cell) visit(key, cell, cellAfter);
  });
  forEachCellBelow(after, (key, cell) => {
    if (findCell(before, key, shift) === undefined) visit(key, undefined, cell);
  });
}
