import { indexIn } from './findCell';
import { BITS_PER_LEVEL, BRANCH_WIDTH, hashKey, MAX_BITS, slotOf } from './hashKey';
import { type OwnedBranch, type OwnedLeaf, type Owner, owned, ownNode } from './Owner';
import { type Cell, isBranch, type TableNode } from './Table';

/** How many cells a leaf holds before it splits: a table of a few dozen rows is one readable list. */
export const MAX_LEAF_SIZE = 32;

/** One cell to put into the trie. */
interface Entry<V, M> {
  readonly hash: number;
  readonly cell: Cell<V, M>;
  /** Whether the key was absent, so that its leaf grows. */
  readonly isNew: boolean;
}

/** Puts a cell into the part of a table below one node. */
export function putBelow<V, M>(
  node: TableNode<V, M> | null,
  shift: number,
  entry: Entry<V, M>,
  owner: Owner,
): TableNode<V, M> {
  if (node !== null && isBranch(node)) {
    const branch = ownNode(node, owner);
    const slot = slotOf(entry.cell.key, entry.hash, shift);
    branch[slot] = putBelow(branch[slot] ?? null, shift + BITS_PER_LEVEL, entry, owner);
    return branch;
  }

  if (node === null) return owned([entry.cell], owner);
  const leaf = ownNode(node, owner);
  if (!entry.isNew) {
    leaf[indexIn(leaf, entry.cell.key)] = entry.cell;
    return leaf;
  }
  leaf.push(entry.cell);
  // Keys with all hashes equal stay together: no branch could separate them.
  return leaf.length > MAX_LEAF_SIZE && shift < MAX_BITS ? split(leaf, shift, owner) : leaf;
}

/** A branch with the cells of a leaf that has grown too large. */
function split<V, M>(leaf: OwnedLeaf<V, M>, shift: number, owner: Owner): TableNode<V, M> {
  owner.delete(leaf);
  const branch = owned<OwnedBranch<V, M>>(new Array(BRANCH_WIDTH).fill(null), owner);
  for (const cell of leaf) {
    const hash = hashKey(cell.key);
    const slot = slotOf(cell.key, hash, shift);
    const entry = { hash, cell, isNew: true };
    branch[slot] = putBelow(branch[slot] ?? null, shift + BITS_PER_LEVEL, entry, owner);
  }
  return branch;
}
