import fc from 'fast-check';
import { hashKey } from '../../lib/tables/hashKey';

/** Keys with a meaning for JavaScript objects, or that look like it. */
export const hostileKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'toJSON',
  'length',
  '',
  ' ',
  '0',
  '-0',
  '1',
  '01',
  '4294967295',
  '1e3',
  'null',
  'undefined',
  'NaN',
  '\u0000',
  '\ud800',
  'é',
  'e\u0301',
  '{"id":"1"}',
];

/** The results of {@link collidingTails} by round; each takes some tenths of a second to find. */
const FOUND: readonly (readonly [string, string])[] = [
  ['781f49de', '401021bf'],
  ['90602647', '731b7b9a'],
  ['c827a19e', '42e535f6'],
  ['1dc21290', '28371bdc'],
  ['d41b53f3', '5beb270a'],
  ['48f65363', '5112f58a'],
  ['303a3925', 'c6306c1f'],
  ['9107685d', 'fad7e762'],
  ['cf54c731', 'e4d2e1ab'],
  ['d74ac7d5', 'f462e6f0'],
  ['99d9d87c', '6ac3072e'],
  ['882163d4', 'c6b7575c'],
  ['92952afe', '8333ae3e'],
];

/**
 * Different keys with equal 32-bit hashes.
 *
 * Two tails that collide after one head leave the hash in the same state, so each further pair doubles the count.
 *
 * @param count a power of two
 */
export function collidingKeys(count = 64): string[] {
  let keys = [''];
  for (let round = 0; keys.length < count; round++) {
    const head = keys[0] ?? '';
    const [a, b] =
      FOUND.find(([a, b], at) => at === round && hashKey(head + a) === hashKey(head + b)) ??
      collidingTails(head);
    keys = keys.flatMap(head => [head + a, head + b]);
  }
  return keys;
}

function collidingTails(head: string): [string, string] {
  const seen = new Map<number, string>();
  for (let i = 0; ; i++) {
    // Eight unordered hexadecimal digits: short tails that count upwards rarely collide in FNV-1a.
    const tail = (Math.imul(i, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
    const hash = hashKey(head + tail);
    const other = seen.get(hash);
    if (other !== undefined) return [other, tail];
    seen.set(hash, tail);
  }
}

/** Realistic keys, few enough that a run repeats some, and the hostile ones. */
export const anyKey = fc.oneof(
  { weight: 6, arbitrary: fc.nat(150).map(String) },
  { weight: 3, arbitrary: fc.nat(150).map(n => `GET https://example.com/todos?page=${n}`) },
  { weight: 1, arbitrary: fc.constantFrom(...hostileKeys) },
  { weight: 1, arbitrary: fc.string({ maxLength: 3 }) },
);
