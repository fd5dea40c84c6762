/** How many adjacent letters may be wrong, missing or extra. */
const MAX_TYPO_LENGTH = 2;

/** Whether two names differ only by a typo: the part between their common start and end is that short. */
export function isTypo(given: string, meant: string): boolean {
  const [a, b] = [given.toLowerCase(), meant.toLowerCase()];
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  return Math.max(a.length, b.length) - head - tail <= MAX_TYPO_LENGTH;
}
