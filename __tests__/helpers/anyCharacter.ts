import fc from 'fast-check';

/** The code points that stand for half a character in UTF-16, and for none alone. */
const FIRST_HALF = 0xd800;
const HALVES = 0x800;

/** Any character. Like `unit: 'binary'`, which takes a second to list them all before the first one. */
export const anyCharacter = fc
  .nat(0x10ffff - HALVES)
  .map(rank => String.fromCodePoint(rank < FIRST_HALF ? rank : rank + HALVES), rankOf);

function rankOf(character: unknown): number {
  const [only, ...more] = String(character);
  const code = only?.codePointAt(0);
  const isHalf = code !== undefined && code >= FIRST_HALF && code < FIRST_HALF + HALVES;
  if (code === undefined || more.length > 0 || isHalf) throw new Error('This is not one character.');
  return code < FIRST_HALF ? code : code - HALVES;
}
