import { INVALID } from '../types/INVALID';
import type { Entities } from '../types/State';
import { isCurrent } from './isCurrent';
import { isIndexed, outdatedIn } from './listState';
import type { ListMemo, Memo } from './Memo';
import { addElement } from './positionsOf';
import type { RecordPositions } from './RecordPositions';

/** What two versions of a list have in common at both ends, in elements. */
interface Overlap {
  readonly head: number;
  readonly tail: number;
  /** By how much the tail has moved. */
  readonly shift: number;
}

/**
 * The value of a list: elements that an earlier version has in common with it and
 * that are still current are taken over, and only the others are made.
 *
 * @param previous the memo of an earlier version of the list, or of the same one
 */
export function remakeList(
  results: readonly unknown[],
  previous: ListMemo | undefined,
  entities: Entities,
  makeElement: (result: unknown) => Memo,
): ListMemo {
  const overlap = previous && overlapOf(previous.list.results, results);
  const { parts, made } =
    previous === undefined || overlap === undefined
      ? { parts: results.map(makeElement), made: [] }
      : partsFrom(previous, overlap, results, entities, makeElement);
  return {
    value: shownElements(parts, previous?.value),
    refs: [],
    parts,
    tables: [],
    complete: parts.every(part => part.complete),
    checked: entities,
    list: {
      results,
      base: entities,
      outdated: new Set(),
      positions: previous && overlap && handOver(previous, overlap, parts, made),
      isTangled: false,
    },
  };
}

/** `undefined` where there is nothing in common. */
function overlapOf(before: readonly unknown[], after: readonly unknown[]): Overlap | undefined {
  const shortest = Math.min(before.length, after.length);
  const shift = after.length - before.length;
  let head = 0;
  while (head < shortest && isSameResult(before[head], after[head])) head++;
  let tail = 0;
  while (tail < shortest - head && isSameResult(before.at(-1 - tail), after.at(-1 - tail))) tail++;
  return head + tail === 0 ? undefined : { head, tail, shift };
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

function partsFrom(
  previous: ListMemo,
  { head, tail, shift }: Overlap,
  results: readonly unknown[],
  entities: Entities,
  makeElement: (result: unknown) => Memo,
): { readonly parts: readonly Memo[]; readonly made: readonly number[] } {
  const before = previous.parts;
  const made: number[] = [];
  const parts = before.slice(0, head);
  for (let i = head; i < results.length - tail; i++) {
    made.push(i);
    parts.push(makeElement(results[i]));
  }
  const kept = parts.concat(before.slice(before.length - tail));
  for (const position of outdatedOf(previous, entities)) {
    const at = position < head ? position : position + shift;
    if (position >= head && position < before.length - tail) continue;
    made.push(at);
    kept[at] = makeElement(results[at]);
  }
  return { parts: kept, made };
}

function outdatedOf(previous: ListMemo, entities: Entities): Iterable<number> {
  if (isIndexed(previous)) return outdatedIn(previous, entities);
  return previous.parts.flatMap((part, i) => (isCurrent(part, entities) ? [] : [i]));
}

/** Elements that must not be shown, or that `maxEntityDepth` cut off, are left out. */
function shownElements(parts: readonly Memo[], before: unknown): unknown {
  const values: unknown[] = [];
  for (const { value, complete } of parts) {
    if (value !== INVALID && (complete || value !== undefined)) values.push(value);
  }
  const isSame =
    Array.isArray(before) &&
    before.length === values.length &&
    values.every((value, i) => value === before[i]);
  return isSame ? before : Object.freeze(values);
}

/** The positions of the list before, for the list after it; `undefined` where they are to be built anew. */
function handOver(
  previous: ListMemo,
  { head, tail, shift }: Overlap,
  parts: readonly Memo[],
  made: readonly number[],
): RecordPositions | undefined {
  const { positions } = previous.list;
  if (positions === undefined) return undefined;
  const length = previous.parts.length;
  const isAtBeginning = tail === length;
  if (shift !== 0 && head !== length && !isAtBeginning) return undefined;
  previous.list.positions = undefined;
  if (isAtBeginning) positions.offset += shift;
  const hasRoom = made.every(at => addElement(positions, parts[at] as Memo, at));
  return hasRoom ? positions : undefined;
}
