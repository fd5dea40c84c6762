import { type Alignment, alignLists, realigned } from './alignLists';
import { isElementCurrent, mayBeOutdated, type NumberedTables } from './isCurrent';
import { updateIndex } from './listIndex';
import { ListMemo, type Part } from './Memo';
import { shownAfter, shownIn } from './shownElements';

/** Above this share of remade elements, the index is rebuilt as well. */
const MAX_SHARE_REMADE = 1 / 8;

/**
 * The value of a list: reuses the elements that an earlier version shares with it and that are still current, and
 * makes only the others.
 *
 * If few differ, only copies of arrays cost the length of the list: checking each of 10,000 elements takes many times
 * as long.
 *
 * @param schema of the elements
 * @param keys the stored array
 * @param previous the memo of an earlier version, or of the same one; {@link ListMemo.kept} if there is none
 */
export function remakeList(
  schema: unknown,
  keys: readonly unknown[],
  previous: ListMemo,
  tables: NumberedTables,
  makeElement: (result: unknown) => Part,
): ListMemo {
  const alignment = previous.keys === keys ? undefined : alignLists(previous.keys, keys);
  const parts = alignment === undefined ? previous.parts.slice() : realigned(previous.parts, alignment);
  const remade = outdatedIn(previous, alignment, tables);
  for (const position of remade) parts[position] = makeElement(keys[position]);
  const { value, aligned, isComplete } =
    shownAfter(previous, parts, alignment, remade) ?? shownIn(parts, previous.value);
  const list = new ListMemo(value, tables.number, isComplete, schema, keys, parts, aligned);
  const { index } = previous;
  if (index) {
    previous.index = undefined;
    if (areFew(remade, parts)) list.index = updateIndex(index, list, alignment, remade);
  }
  return list;
}

function areFew(remade: ReadonlySet<number>, parts: readonly Part[]): boolean {
  return remade.size <= 1 || remade.size <= MAX_SHARE_REMADE * parts.length;
}

/** Positions of the elements to make: those that are new, and those that are not current. */
function outdatedIn(
  previous: ListMemo,
  alignment: Alignment | undefined,
  tables: NumberedTables,
): ReadonlySet<number> {
  const outdated = new Set<number>();
  const check = (origin: number, index: number) => {
    if (origin < 0 || !isElementCurrent(previous, origin, tables)) outdated.add(index);
  };
  const { length } = previous.parts;
  const { head, middle, tail, shift } = alignment ?? { head: length, middle: [], tail: 0, shift: 0 };
  const candidates = mayBeOutdated(previous, previous.checked, tables);
  for (const index of candidates ?? previous.parts.keys()) {
    if (index < head) check(index, index);
    else if (index >= length - tail) check(index, index + shift);
  }
  for (let i = 0; i < middle.length; i++) {
    const origin = middle[i] as number;
    if (origin < 0 || candidates === undefined || candidates.has(origin)) check(origin, head + i);
  }
  return outdated;
}
