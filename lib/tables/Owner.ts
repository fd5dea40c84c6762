import { freezeDeep } from './freezeDeep';
import { BRANCH_WIDTH } from './hashKey';
import type { Branch, Cell, Leaf, TableNode } from './Table';

/**
 * What one action has copied and may change in place.
 *
 * Pass the same owner to every write of one action, to any number of tables, and drop it with the action: a
 * bulk load then copies each node once, and costs about what a flat object does. Tables between the writes
 * are drafts; only the last one may be kept.
 */
export interface Owner {
  /** Leaves made for this action. */
  readonly leaves: Set<object>;
  /** Branches made for this action. */
  readonly branches: Set<object>;
}

/** A leaf that its owner may still change. */
export type OwnedLeaf<V, M> = Cell<V, M>[];

/** A branch that its owner may still change. */
export type OwnedBranch<V, M> = (TableNode<V, M> | null)[];

/** An owner that owns nothing yet. */
export function createOwner(): Owner {
  return { leaves: new Set(), branches: new Set() };
}

/** The leaf itself where the owner made it, or else a copy that the owner owns. */
export function ownLeaf<V, M>(leaf: Leaf<V, M>, owner: Owner): OwnedLeaf<V, M> {
  if (owner.leaves.has(leaf)) return leaf as OwnedLeaf<V, M>;
  const copy = leaf.slice();
  owner.leaves.add(copy);
  return copy;
}

/** A new leaf with some cells. */
export function newLeaf<V, M>(cells: OwnedLeaf<V, M>, owner: Owner): OwnedLeaf<V, M> {
  owner.leaves.add(cells);
  return cells;
}

/** A new branch with nothing in it. */
export function newBranch<V, M>(owner: Owner): OwnedBranch<V, M> {
  const branch: OwnedBranch<V, M> = new Array(BRANCH_WIDTH).fill(null);
  owner.branches.add(branch);
  return branch;
}

/** The branch itself where the owner made it, or else a copy that the owner owns. */
export function ownBranch<V, M>(branch: Branch<V, M>, owner: Owner): OwnedBranch<V, M> {
  if (owner.branches.has(branch)) return branch as OwnedBranch<V, M>;
  const copy = branch.slice();
  owner.branches.add(copy);
  return copy;
}

/**
 * Freezes what the action wrote, for development builds, and ends the ownership: writes with this owner copy
 * again.
 *
 * Frozen are the leaves, their cells and the cells' values and meta all the way down; the inner nodes and the
 * table object never are. The two checks that Redux Toolkit runs by default are the reason:
 * - `immutableCheck` stops at whatever is frozen, so it never looks at rows.
 * - `serializableCheck` caches what is deeply frozen, and walks everything below each frozen
 *   object it does not know yet to learn that. Were branches frozen, a write of one row would make it walk
 *   the whole table; as they are not, it walks the one new leaf.
 *
 * At 10 000 rows both checks together then cost 0.2 ms an action, in place of hundreds. Costs what is new: it
 * stops at what is frozen.
 *
 * @see https://redux-toolkit.js.org/api/immutabilityMiddleware
 * @see https://redux-toolkit.js.org/api/serializabilityMiddleware
 */
export function sealOwned(owner: Owner): void {
  freezeDeep(owner.leaves);
  owner.leaves.clear();
  owner.branches.clear();
}
