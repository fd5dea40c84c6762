import { BITS_PER_LEVEL, hashKey, slotOf } from './hashKey';
import { type Cell, isBranch, type TableNode } from './Table';

/**
 * The cell under a key, in the part of a table below one node.
 *
 * Only own properties of a leaf count, so that `constructor` and `__proto__` are keys like others. The key
 * is hashed only where there are branches, which spares small tables the hash.
 *
 * @param shift How many bits of the hash the branches above the node have used up.
 */
export function findCell<V, M>(
  from: TableNode<V, M> | null,
  key: string,
  shift: number,
): Cell<V, M> | undefined {
  let node = from;
  if (node !== null && isBranch(node)) {
    const hash = hashKey(key);
    let used = shift;
    do {
      node = node[slotOf(hash, used)] ?? null;
      used += BITS_PER_LEVEL;
    } while (node !== null && isBranch(node));
  }
  return node !== null && Object.hasOwn(node, key) ? node[key] : undefined;
}
