import { type Alignment, alignLists, realigned } from './alignLists';
import { doubtful, isElementCurrent, type NumberedTables } from './isCurrent';
import { handOn } from './listIndex';
import { ListMemo, type Part } from './Memo';
import { copyOf, shownAfter, shownIn } from './shownElements';

/** Past this share of recreated elements, an index is rebuilt as well. */
const MAX_SHARE_MADE = 1 / 8;

/** A list to make. */
export interface WantedList {
  /** The schema of its elements. */
  readonly schema: unknown;
  /** The stored array. */
  readonly results: readonly unknown[];
  /** The memo of an earlier version of the list, or of the same one. */
  readonly previous: ListMemo | undefined;
  /** Whether that is one of the very same stored array. */
  readonly isSameArray: boolean;
}

/**
 * The value of a list: elements that an earlier version shares with it and that are still current are
 * reused, and only the others are made.
 *
 * Where few differ, nothing costs the length of the list but copies of arrays: a look at each of 10,000 elements
 * takes many times as long.
 */
export function remakeList(
  { schema, results, previous, isSameArray }: WantedList,
  tables: NumberedTables,
  makeElement: (result: unknown) => Part,
): ListMemo {
  if (previous === undefined) return newList(schema, copyOf(results), tables, makeElement);
  const alignment = isSameArray ? undefined : alignLists(previous.keys, results);
  const keys = alignment === undefined ? previous.keys : copyOf(results);
  const made = new Set<number>();
  const parts =
    alignment === undefined
      ? previous.parts.slice()
      : realigned(previous.parts, alignment, (origin, at) => {
          if (origin >= 0) return previous.parts[origin];
          made.add(at);
          return undefined;
        });
  for (const at of outdatedIn(previous, alignment, parts.length, tables)) made.add(at);
  for (const at of made) parts[at] = makeElement(keys[at]);
  const { value, aligned, isComplete } =
    shownAfter(previous, parts, alignment, made) ?? shownIn(parts, previous.value);
  const list = new ListMemo(value, tables.number, isComplete, schema, keys, parts, aligned);
  const { index } = previous;
  previous.index = undefined;
  if (index !== undefined && areFew(made, parts)) list.index = handOn(index, list, alignment, made);
  return list;
}

function areFew(made: ReadonlySet<number>, parts: readonly Part[]): boolean {
  return made.size <= 1 || made.size <= MAX_SHARE_MADE * parts.length;
}

function newList(
  schema: unknown,
  keys: readonly unknown[],
  tables: NumberedTables,
  makeElement: (result: unknown) => Part,
): ListMemo {
  const grown: Part[] = [];
  for (let i = 0; i < keys.length; i++) grown.push(makeElement(keys[i]));
  // An array that has grown has room for more than it holds.
  const parts = grown.slice();
  const { value, aligned, isComplete } = shownIn(parts, undefined);
  return new ListMemo(value, tables.number, isComplete, schema, keys, parts, aligned);
}

/** Positions of reused elements that are not current. */
function* outdatedIn(
  previous: ListMemo,
  alignment: Alignment | undefined,
  length: number,
  tables: NumberedTables,
): Iterable<number> {
  const suspects = doubtful(previous, previous.checked, tables);
  if (suspects === undefined) {
    for (let at = 0; at < length; at++) {
      const origin = originOf(at, alignment, length, previous.parts.length);
      if (origin >= 0 && !isElementCurrent(previous, origin, tables)) yield at;
    }
    return;
  }
  for (const origin of suspects) {
    if (isElementCurrent(previous, origin, tables)) continue;
    const at = placeOf(origin, alignment, length, previous.parts.length);
    if (at >= 0) yield at;
  }
}

/** Where an element stood before; -1 where it is new. */
function originOf(
  at: number,
  alignment: Alignment | undefined,
  length: number,
  lengthBefore: number,
): number {
  if (alignment === undefined || at < alignment.head) return at;
  const { head, tail, middle } = alignment;
  return at >= length - tail ? at + lengthBefore - length : (middle[at - head] as number);
}

/** Where an element of before stands now; -1 where it has gone. */
function placeOf(
  origin: number,
  alignment: Alignment | undefined,
  length: number,
  lengthBefore: number,
): number {
  if (alignment === undefined || origin < alignment.head) return origin;
  const { head, tail, middle } = alignment;
  if (origin >= lengthBefore - tail) return origin + length - lengthBefore;
  const place = middle.indexOf(origin);
  return place < 0 ? -1 : head + place;
}
