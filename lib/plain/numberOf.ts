import { getOrCreate } from './getOrCreate';

const numbers = new WeakMap<object, number>();
let count = 0;

/**
 * A number for an object: the same for as long as the object lives, and no other object's.
 *
 * Comparisons of versions keep the number, which holds no version in memory.
 */
export function numberOf(version: object): number {
  return getOrCreate(numbers, version, next);
}

function next(): number {
  return ++count;
}
