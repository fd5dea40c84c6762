import { findCell, indexIn } from './findCell';
import { BITS_PER_LEVEL, hashKey, slotOf } from './hashKey';
import { type OwnedBranch, type OwnedLeaf, type Owner, owned, ownNode } from './Owner';
import { isBranch, type Table, type TableNode } from './Table';

/**
 * A branch with this few cells becomes a leaf again. Half of what splits a leaf, so that a key that
 * comes and goes at the limit does not split and join with every write.
 */
export const JOIN_SIZE = 16;

/**
 * Removes a key from a table.
 *
 * Empty or small nodes are joined again: a table without cells equals an empty one in all but `next`.
 *
 * @returns The same table if the key is absent, otherwise another one. The given table stays unchanged,
 * unless this owner made it: then it was a draft, not to be used again.
 */
export function deleteCell<V, M>(table: Table<V, M>, key: string, owner: Owner): Table<V, M> {
  if (table.root === null || findCell(table.root, key) === undefined) return table;
  return {
    size: table.size - 1,
    next: table.next,
    root: deleteBelow(table.root, 0, key, hashKey(key), owner),
  };
}

function deleteBelow<V, M>(
  node: TableNode<V, M>,
  shift: number,
  key: string,
  hash: number,
  owner: Owner,
): TableNode<V, M> | null {
  if (isBranch(node)) {
    const branch = ownNode(node, owner);
    const slot = slotOf(key, hash, shift);
    const child = branch[slot] ?? null;
    branch[slot] = child && deleteBelow(child, shift + BITS_PER_LEVEL, key, hash, owner);
    return joined(branch, owner);
  }

  if (node.length === 1) {
    owner.delete(node);
    return null;
  }
  const leaf = ownNode(node, owner);
  leaf.splice(indexIn(leaf, key), 1);
  return leaf;
}

/** Joins a branch that has become small into one leaf. A branch below it counts with its slots, which are too many. */
function joined<V, M>(branch: OwnedBranch<V, M>, owner: Owner): TableNode<V, M> {
  const leaves = branch.filter(child => child !== null);
  if (leaves.reduce((size, { length }) => size + length, 0) > JOIN_SIZE) return branch;
  const cells = leaves.flat() as OwnedLeaf<V, M>;
  for (const node of [branch, ...leaves]) owner.delete(node);
  return owned(cells, owner);
}
