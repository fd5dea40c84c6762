import { identityOf } from '../plain/identityOf';
import { isSameContent } from './sameContent';

/**
 * Where each element of a list stood in the version before, -1 for those that are new; `undefined` where all stand
 * where they stood. No two come from one place.
 */
export function alignLists(before: readonly unknown[], after: readonly unknown[]): Int32Array | undefined {
  const [last, end] = [before.length, after.length];
  const shortest = Math.min(last, end);
  let head = 0;
  while (head < shortest && isSameResult(before[head], after[head])) head++;
  if (head === end && end === last) return undefined;
  let tail = 0;
  while (tail < shortest - head && isSameResult(before[last - 1 - tail], after[end - 1 - tail])) tail++;
  const places = new Map<unknown, number>();
  for (let at = head; at < last - tail; at++) places.set(identityOf(before[at]), at);
  const origins = new Int32Array(end);
  for (let at = 0; at < end; at++) {
    if (at < head) origins[at] = at;
    else if (at >= end - tail) origins[at] = at + last - end;
    else origins[at] = places.size === 0 ? -1 : taken(places, identityOf(after[at]));
  }
  return origins;
}

/** The elements of the version before in their new places; nothing in the places of those that are new. */
export function realigned<T>(before: readonly T[], origins: Int32Array): (T | undefined)[] {
  const after = new Array<T | undefined>(origins.length);
  for (let at = 0; at < after.length; at++) {
    const origin = origins[at] as number;
    after[at] = origin < 0 ? undefined : before[origin];
  }
  return after;
}

function taken(places: Map<unknown, number>, identity: unknown): number {
  const place = places.get(identity) ?? -1;
  places.delete(identity);
  return place;
}

/** Results of unions are small objects, created by every response. */
function isSameResult(a: unknown, b: unknown): boolean {
  return a === b || isSameContent(a, b);
}
