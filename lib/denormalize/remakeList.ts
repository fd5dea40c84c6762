import { INVALID } from '../types/INVALID';
import { alignLists } from './alignLists';
import { doubtful, isElementCurrent, type NumberedTables } from './isCurrent';
import { handOn } from './listIndex';
import { ListMemo, Memo, type Part } from './Memo';

/** Past this share of elements that were made anew, an index is built anew as well. */
const MAX_SHARE_MADE = 1 / 8;

/**
 * The value of a list: elements that an earlier version has in common with it and
 * that are still current are taken over, and only the others are made.
 *
 * @param previous the memo of an earlier version of the list, or of the same one
 */
export function remakeList(
  schema: unknown,
  results: readonly unknown[],
  previous: ListMemo | undefined,
  tables: NumberedTables,
  makeElement: (result: unknown) => Part,
): ListMemo {
  if (previous === undefined) return newList(schema, copyOf(results), tables, makeElement);
  const origins = alignLists(previous.keys, results);
  // Not a copy of the frozen array, where it can be one of the copy: that is many times faster.
  const keys = origins === undefined ? previous.keys : copyOf(results);
  const made = new Set<number>();
  const parts = origins === undefined ? previous.parts.slice() : taken(previous.parts, origins, made);
  for (const at of outdatedIn(previous, origins, parts.length, made, tables)) made.add(at);
  for (const at of made) parts[at] = makeElement(keys[at]);
  const list = listOf(schema, keys, parts, tables, previous);
  const { index } = previous;
  if (index === undefined) return list;
  previous.index = undefined;
  if (made.size <= MAX_SHARE_MADE * parts.length || made.size === 1)
    list.index = handOn(index, list, origins, made);
  return list;
}

function newList(
  schema: unknown,
  keys: readonly unknown[],
  tables: NumberedTables,
  makeElement: (result: unknown) => Part,
): ListMemo {
  const parts: Part[] = [];
  for (let i = 0; i < keys.length; i++) parts.push(makeElement(keys[i]));
  return listOf(schema, keys, parts, tables, undefined);
}

function listOf(
  schema: unknown,
  keys: readonly unknown[],
  parts: readonly Part[],
  { number }: NumberedTables,
  previous: ListMemo | undefined,
): ListMemo {
  const { values, isComplete } = shownElements(parts);
  const before = previous?.value;
  const value = isSameList(before, values) ? before : frozen(values);
  return new ListMemo(value, number, isComplete, schema, keys, parts);
}

/** The parts that are taken over, in their new places; notes the places of those that are to be made. */
function taken(before: readonly Part[], origins: Int32Array, made: Set<number>): Part[] {
  const parts: Part[] = [];
  for (let i = 0; i < origins.length; i++) {
    const origin = origins[i] as number;
    parts.push(origin < 0 ? undefined : before[origin]);
    if (origin < 0) made.add(i);
  }
  return parts;
}

/** Positions of elements that were taken over and are not current. */
function* outdatedIn(
  previous: ListMemo,
  origins: Int32Array | undefined,
  length: number,
  made: ReadonlySet<number>,
  tables: NumberedTables,
): Iterable<number> {
  const suspects = doubtful(previous, previous.checked, tables.entities);
  if (suspects === undefined) {
    for (let at = 0; at < length; at++) {
      if (!made.has(at) && !isElementCurrent(previous, origins?.[at] ?? at, tables)) yield at;
    }
    return;
  }
  for (const origin of suspects) {
    if (isElementCurrent(previous, origin, tables)) continue;
    const at = origins === undefined ? origin : origins.indexOf(origin);
    if (at >= 0) yield at;
  }
}

/** Elements that must not be shown, or that `maxEntityDepth` cut off, are left out. */
function shownElements(parts: readonly Part[]): { readonly values: unknown[]; readonly isComplete: boolean } {
  const values = parts.slice();
  let isComplete = true;
  let length = 0;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (!(part instanceof Memo)) {
      if (part !== undefined && part !== INVALID) values[length++] = part;
      continue;
    }
    isComplete &&= part.isComplete;
    if (part.value !== INVALID && (part.isComplete || part.value !== undefined))
      values[length++] = part.value;
  }
  values.length = length;
  return { values, isComplete };
}

function isSameList(before: unknown, values: readonly unknown[]): boolean {
  if (!Array.isArray(before) || before.length !== values.length) return false;
  for (let i = 0; i < values.length; i++) if (values[i] !== before[i]) return false;
  return true;
}

/** Read once: outside a bundle each look at the environment costs as much as a short list. */
const FREEZES = process.env.NODE_ENV !== 'production';

/** In development alone: array methods of a frozen array are four to thirty times slower in V8. */
export function frozen(values: readonly unknown[]): readonly unknown[] {
  return FREEZES ? Object.freeze(values) : values;
}

/** A loop, since `slice` of a frozen array is as slow. */
function copyOf(results: readonly unknown[]): readonly unknown[] {
  const copy: unknown[] = [];
  for (let i = 0; i < results.length; i++) copy.push(results[i]);
  return copy;
}
