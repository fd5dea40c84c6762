import { BITS_PER_LEVEL, hashKey, slotOf } from './hashKey';
import { type Cell, isBranch, type Leaf, type TableNode } from './Table';

/**
 * The leaf that holds a key, or would hold it, in the part of a table below one node.
 *
 * @param shift How many bits of the hash the branches above the node have used up.
 */
export function findLeaf<V, M>(from: TableNode<V, M> | null, key: string, shift = 0): Leaf<V, M> | null {
  let node = from;
  if (node !== null && isBranch(node)) {
    const hash = hashKey(key);
    let usedBits = shift;
    do {
      node = node[slotOf(key, hash, usedBits)] ?? null;
      usedBits += BITS_PER_LEVEL;
    } while (node !== null && isBranch(node));
  }
  return node;
}

/** The cell under a key, in the part of a table below one node. */
export function findCell<V, M>(from: TableNode<V, M> | null, key: string, shift = 0): Cell<V, M> | undefined {
  const leaf = findLeaf(from, key, shift);
  return leaf === null ? undefined : leaf[indexIn(leaf, key)];
}

/** The index of a key in a leaf; -1 if it is not there. */
export function indexIn<V, M>(leaf: Leaf<V, M>, key: string): number {
  for (let i = 0; i < leaf.length; i++) if ((leaf[i] as Cell<V, M>).key === key) return i;
  return -1;
}
