/** How many bits of a hash each level of branches uses up. */
export const BITS_PER_LEVEL = 5;

/** How many places a branch has. */
export const BRANCH_WIDTH = 2 ** BITS_PER_LEVEL;

/** How many bits a hash has; a node below that many cannot be told apart any further. */
export const HASH_BITS = 32;

/**
 * A 32-bit number for a key: the same in every process, since tables travel between them.
 *
 * FNV-1a over the UTF-16 code units. Its last step alone would send sequential ids to neighbouring slots and
 * leave other bits still, so the bits are mixed by the finalizer of MurmurHash3.
 */
export function hashKey(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) {
    hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * The place of a hash in a branch.
 *
 * @param shift How many bits the branches above have used up.
 */
export function slotOf(hash: number, shift: number): number {
  return (hash >>> shift) & (BRANCH_WIDTH - 1);
}
