import { isSameContent } from './sameContent';

/** How two versions of a list go together. */
export interface Alignment {
  /** How many elements both begin with. */
  readonly head: number;
  /** How many other elements both end with. */
  readonly tail: number;
  /** Where the elements in between stood before, -1 for those that are new. No two come from one place. */
  readonly middle: Int32Array;
}

/** How far a look ahead goes for what comes, goes or moves in the middle of a list. */
const LOOK_AHEAD = 8;

/** Finds the elements of one version of a list in the one before; `undefined` where all stand where they stood. */
export function alignLists(before: readonly unknown[], after: readonly unknown[]): Alignment | undefined {
  const [last, end] = [before.length, after.length];
  const shortest = Math.min(last, end);
  let head = 0;
  while (head < shortest && isSameResult(before[head], after[head])) head++;
  if (head === end && end === last) return undefined;
  let tail = 0;
  while (tail < shortest - head && isSameResult(before[last - 1 - tail], after[end - 1 - tail])) tail++;
  return {
    head,
    tail,
    middle: alignMiddle(before.slice(head, last - tail), after.slice(head, end - tail), head),
  };
}

/** The same array with its elements in their new places; `make` gives those of the middle. */
export function realigned<T>(
  before: readonly T[],
  { head, tail, middle }: Alignment,
  make: (origin: number, at: number) => T,
): T[] {
  return joinedAround(
    before,
    head,
    Array.from(middle, (origin, i) => make(origin, head + i)),
    tail,
  );
}

/** The beginning and the end of an array with others in between; copies as little as it can. */
export function joinedAround<T>(before: readonly T[], head: number, middle: T[], tail: number): T[] {
  if (head === before.length) return before.concat(middle);
  if (tail === before.length) return middle.concat(before);
  const beginning = before.slice(0, head);
  return tail === 0 ? beginning.concat(middle) : beginning.concat(middle, before.slice(before.length - tail));
}

function alignMiddle(before: readonly unknown[], after: readonly unknown[], head: number): Int32Array {
  const origins = new Int32Array(after.length).fill(-1);
  const left: number[] = [];
  const missing: number[] = [];
  let i = 0;
  let j = 0;
  while (i < after.length && j < before.length) {
    if (isSameResult(before[j], after[i])) {
      origins[i++] = head + j++;
      continue;
    }
    const gap = gapAt(before, after, i, j);
    // No gap on either side within sight: one element in place of another.
    if (gap === 0) {
      missing.push(i++);
      left.push(j++);
    } else if (gap > 0) for (let k = 0; k < gap; k++) left.push(j++);
    else for (let k = 0; k > gap; k--) missing.push(i++);
  }
  while (i < after.length) missing.push(i++);
  while (j < before.length) left.push(j++);
  if (left.length === 0 || missing.length === 0) return origins;
  // What has moved further, each place once.
  const places = new Map(left.map(at => [before[at], at]));
  for (const at of missing) {
    const place = places.get(after[at]);
    if (place === undefined) continue;
    places.delete(after[at]);
    origins[at] = head + place;
  }
  return origins;
}

/** How many elements have gone (positive) or come (negative) before the lists agree again; 0 if not soon. */
function gapAt(before: readonly unknown[], after: readonly unknown[], i: number, j: number): number {
  for (let k = 1; k <= LOOK_AHEAD; k++) {
    if (j + k < before.length && isSameResult(before[j + k], after[i])) return k;
    if (i + k < after.length && isSameResult(before[j], after[i + k])) return -k;
  }
  return 0;
}

/** Results of unions are small objects, created by every response. */
function isSameResult(a: unknown, b: unknown): boolean {
  return a === b || isSameContent(a, b);
}
