/** A local name: where globals are watched, as in Jest, looking up `Math` costs more than the product. */
const { imul } = Math;

/** How many bits of a hash each level of branches uses. */
export const BITS_PER_LEVEL = 5;

/** How many places a branch has. */
export const BRANCH_WIDTH = 2 ** BITS_PER_LEVEL;

/** How many bits of {@link hashKey} are used: four levels, enough for ten million or so keys not chosen to collide. */
const HASH_BITS = 4 * BITS_PER_LEVEL;

/** How many bits branches use at most. A node below them is a leaf, however long. */
export const MAX_BITS = 16 * BITS_PER_LEVEL;

/**
 * A 32-bit number for a key: the same in every process, since tables travel between them.
 *
 * FNV-1a over the UTF-16 code units. Its last step alone would send sequential ids to neighboring slots and
 * leave other bits unchanged, so the finalizer of MurmurHash3 mixes the bits.
 */
export function hashKey(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) {
    hash = imul(hash ^ key.charCodeAt(i), 0x01000193);
  }
  return mixed(hash);
}

/**
 * Another 32-bit number for a key, which tells apart keys of one {@link hashKey}.
 *
 * An attacker who chooses ids finds thousands with an equal `hashKey` within seconds: with 32 bits of state, 2^16
 * attempts double their number. Here 64 bits pass from unit to unit, each half stirred into the other, so one
 * doubling takes 2^32 attempts. It takes longer, and is needed only below {@link HASH_BITS}.
 *
 * @param shift makes the numbers of different levels independent
 */
function deepHashKey(key: string, shift: number): number {
  let a = imul(shift, 0x9e3779b1);
  let b = ~a;
  for (let i = 0; i < key.length; i++) {
    a = imul(a ^ key.charCodeAt(i), 0xcc9e2d51);
    a = (a << 15) | (a >>> 17);
    b = imul((b + a) | 0, 0x1b873593);
    b = (b << 13) | (b >>> 19);
    a = (a + b) | 0;
  }
  return mixed(mixed(a ^ key.length) ^ b);
}

/** The finalizer of MurmurHash3: each bit of the result depends on all input bits. */
function mixed(bits: number): number {
  let hash = imul(bits ^ (bits >>> 16), 0x85ebca6b);
  hash = imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * The place of a key in a branch.
 *
 * @param hash The key's {@link hashKey}.
 * @param shift How many bits the branches above have used.
 */
export function slotOf(key: string, hash: number, shift: number): number {
  return (shift < HASH_BITS ? hash >>> shift : deepHashKey(key, shift)) & (BRANCH_WIDTH - 1);
}
