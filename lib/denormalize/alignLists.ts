/** How far a look ahead goes for what comes, goes or moves in the middle of a list. */
const LOOK_AHEAD = 8;

/**
 * Where each element of a list stood in the version before, -1 for one that is new there; `undefined` where all
 * stand where they stood. No two elements come from one place.
 */
export function alignLists(before: readonly unknown[], after: readonly unknown[]): Int32Array | undefined {
  const [last, end] = [before.length, after.length];
  let head = 0;
  while (head < last && head < end && isSameResult(before[head], after[head])) head++;
  if (head === end && end === last) return undefined;
  let tail = 0;
  const shortest = Math.min(last, end) - head;
  while (tail < shortest && isSameResult(before[last - 1 - tail], after[end - 1 - tail])) tail++;

  const origins = new Int32Array(end).fill(-1);
  for (let i = 0; i < head; i++) origins[i] = i;
  for (let i = 1; i <= tail; i++) origins[end - i] = last - i;
  alignMiddle(before, after, { from: head, before: last - tail, after: end - tail }, origins);
  return origins;
}

/** The part of two lists that is not the same at both ends: where it begins in both, and where it ends in each. */
interface Middle {
  readonly from: number;
  readonly before: number;
  readonly after: number;
}

function alignMiddle(
  before: readonly unknown[],
  after: readonly unknown[],
  middle: Middle,
  origins: Int32Array,
) {
  const left: number[] = [];
  const missing: number[] = [];
  let i = middle.from;
  let j = middle.from;
  while (i < middle.after && j < middle.before) {
    if (isSameResult(before[j], after[i])) {
      origins[i++] = j++;
      continue;
    }
    const skip = gapAt(before, after, i, j, middle);
    // A gap on neither side within sight: one element in place of another.
    if (skip === 0) {
      missing.push(i++);
      left.push(j++);
    } else if (skip > 0) for (let k = 0; k < skip; k++) left.push(j++);
    else for (let k = 0; k > skip; k--) missing.push(i++);
  }
  while (i < middle.after) missing.push(i++);
  while (j < middle.before) left.push(j++);
  matchMoved(before, after, left, missing, origins);
}

/** How many elements have gone (positive) or come (negative) before the lists agree again; 0 if not soon. */
function gapAt(
  before: readonly unknown[],
  after: readonly unknown[],
  i: number,
  j: number,
  { before: last, after: end }: Middle,
): number {
  for (let k = 1; k <= LOOK_AHEAD; k++) {
    if (j + k < last && isSameResult(before[j + k], after[i])) return k;
    if (i + k < end && isSameResult(before[j], after[i + k])) return -k;
  }
  return 0;
}

/** Finds what has moved further, each place once. */
function matchMoved(
  before: readonly unknown[],
  after: readonly unknown[],
  left: readonly number[],
  missing: readonly number[],
  origins: Int32Array,
) {
  if (left.length === 0 || missing.length === 0) return;
  const places = new Map<unknown, number>();
  for (const at of left) places.set(before[at], at);
  for (const at of missing) {
    const place = places.get(after[at]);
    if (place === undefined) continue;
    places.delete(after[at]);
    origins[at] = place;
  }
}

/** Results of unions are small objects, and made anew by every response. */
function isSameResult(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [first, second] = [a, b] as Readonly<Record<string, unknown>>[];
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every(name => first?.[name] === second?.[name] && Object.hasOwn(b, name))
  );
}
