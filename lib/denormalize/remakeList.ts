import { type Alignment, alignLists, realigned } from './alignLists';
import { doubtful, isElementCurrent, type NumberedTables } from './isCurrent';
import { handOn } from './listIndex';
import { ListMemo, type Part } from './Memo';
import { shownAfter, shownIn } from './shownElements';

/** Above this share of remade elements, the index is rebuilt as well. */
const MAX_SHARE_MADE = 1 / 8;

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
  const made = outdatedIn(previous, alignment, tables);
  for (const at of made) parts[at] = makeElement(keys[at]);
  const { value, aligned, isComplete } =
    shownAfter(previous, parts, alignment, made) ?? shownIn(parts, previous.value);
  const list = new ListMemo(value, tables.number, isComplete, schema, keys, parts, aligned);
  const { index } = previous;
  if (index) {
    previous.index = undefined;
    if (areFew(made, parts)) list.index = handOn(index, list, alignment, made);
  }
  return list;
}

function areFew(made: ReadonlySet<number>, parts: readonly Part[]): boolean {
  return made.size <= 1 || made.size <= MAX_SHARE_MADE * parts.length;
}

/** Positions of the elements to make: those that are new, and those that are not current. */
function outdatedIn(
  previous: ListMemo,
  alignment: Alignment | undefined,
  tables: NumberedTables,
): ReadonlySet<number> {
  const outdated = new Set<number>();
  const look = (origin: number, at: number) => {
    if (origin < 0 || !isElementCurrent(previous, origin, tables)) outdated.add(at);
  };
  const { length } = previous.parts;
  const { head, middle, tail, shift } = alignment ?? { head: length, middle: [], tail: 0, shift: 0 };
  const suspects = doubtful(previous, previous.checked, tables);
  for (const at of suspects ?? previous.parts.keys()) {
    if (at < head) look(at, at);
    else if (at >= length - tail) look(at, at + shift);
  }
  for (let i = 0; i < middle.length; i++) {
    const origin = middle[i] as number;
    if (origin < 0 || suspects === undefined || suspects.has(origin)) look(origin, head + i);
  }
  return outdated;
}
