const numbers = new WeakMap<object, number>();
let count = 0;

/**
 * A number that stands for an object: the same for as long as the object lives, and no other object's.
 *
 * What compares versions keeps the number, which holds no version in memory.
 */
export function numberOf(version: object): number {
  const known = numbers.get(version);
  if (known !== undefined) return known;
  numbers.set(version, ++count);
  return count;
}
