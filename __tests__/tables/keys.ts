import fc from 'fast-check';
import { hashKey } from '../../lib/tables/hashKey';

/** Keys that mean something to JavaScript objects, or look as if they did. */
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

/**
 * Different keys whose hashes are equal in all 32 bits.
 *
 * Two tails that collide behind one head leave the hash in the same state, so each further pair doubles the number.
 *
 * @param count a power of two
 */
export function collidingKeys(count = 64): string[] {
  let keys = [''];
  while (keys.length < count) {
    const [a, b] = collidingTails(keys[0] ?? '');
    keys = keys.flatMap(head => [head + a, head + b]);
  }
  return keys;
}

function collidingTails(head: string): [string, string] {
  const seen = new Map<number, string>();
  for (let i = 0; ; i++) {
    // Eight hexadecimal digits in no order: FNV-1a tells short tails that count upwards apart for a long time.
    const tail = (Math.imul(i, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
    const hash = hashKey(head + tail);
    const other = seen.get(hash);
    if (other !== undefined) return [other, tail];
    seen.set(hash, tail);
  }
}

/** Keys as apps have them, few enough that a run meets the same key again, and the hostile ones. */
export const anyKey = fc.oneof(
  { weight: 6, arbitrary: fc.nat(150).map(String) },
  { weight: 3, arbitrary: fc.nat(150).map(n => `GET https://example.com/todos?page=${n}`) },
  { weight: 1, arbitrary: fc.constantFrom(...hostileKeys) },
  { weight: 1, arbitrary: fc.string({ maxLength: 3 }) },
);
