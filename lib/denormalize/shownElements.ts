import { isSameList } from '../plain/isSameList';
import { INVALID } from '../types/INVALID';
import { type Alignment, realigned } from './alignLists';
import { copyOf, frozen } from './frozenLists';
import { type ListMemo, Memo, type Part } from './Memo';

/** What a list shows. */
export interface Shown {
  readonly value: unknown;
  /** The same with `INVALID` in place of each hidden element, so that the others are in line with their parts. */
  readonly aligned: readonly unknown[];
  readonly isComplete: boolean;
}

/** What a list shows; the array of `before` if that has the same content. */
export function shownIn(parts: readonly Part[], before: unknown): Shown {
  const aligned = parts.slice();
  let isComplete = true;
  for (let index = 0; index < parts.length; index++) {
    aligned[index] = shownOf(parts[index]);
    isComplete &&= isPartComplete(parts[index]);
  }
  return withoutHidden(aligned, isComplete, before, true);
}

/**
 * {@link shownIn}, computed from the previous version and the changes since, without checking each element;
 * `undefined` if some are incomplete.
 *
 * @param remade positions of the elements that were made again, including new ones
 */
export function shownAfter(
  { value, aligned: before, isComplete }: ListMemo,
  parts: readonly Part[],
  alignment: Alignment | undefined,
  remade: ReadonlySet<number>,
): Shown | undefined {
  if (!isComplete) return undefined;
  let isSame = alignment === undefined && value !== undefined;
  for (const index of remade) {
    if (!isPartComplete(parts[index])) return undefined;
    isSame &&= shownOf(parts[index]) === before[index];
  }
  if (isSame) return { value, aligned: before, isComplete };
  const aligned = alignment === undefined ? copyOf(before) : realigned(before, alignment);
  // If all elements were shown before, only new ones can be hidden.
  let mayHide = before !== value;
  for (const index of remade) {
    aligned[index] = shownOf(parts[index]);
    mayHide ||= aligned[index] === INVALID;
  }
  // If an element was replaced in place, the lists differ and need no comparison.
  return withoutHidden(aligned, isComplete, alignment && value, mayHide);
}

function withoutHidden(
  aligned: readonly unknown[],
  isComplete: boolean,
  before: unknown,
  mayHide: boolean,
): Shown {
  const values = mayHide ? shownOnly(aligned) : aligned;
  const value = isSameList(before, values) ? (before as readonly unknown[]) : frozen(values);
  return { value, aligned: values === aligned ? value : aligned, isComplete };
}

/** The elements that are shown. A loop: `filter` takes six times as long in V8. */
function shownOnly(aligned: readonly unknown[]): readonly unknown[] {
  let length = aligned.indexOf(INVALID);
  if (length < 0) return aligned;
  const values = aligned.slice();
  for (let index = length; index < aligned.length; index++) {
    if (aligned[index] !== INVALID) values[length++] = aligned[index];
  }
  values.length = length;
  return values;
}

/** The value of an element; `INVALID` if it must not be shown, or if `maxEntityDepth` cut it off. */
function shownOf(part: Part): unknown {
  if (!(part instanceof Memo)) return part === undefined ? INVALID : part;
  return part.isComplete || part.value !== undefined ? part.value : INVALID;
}

function isPartComplete(part: Part): boolean {
  return !(part instanceof Memo) || part.isComplete;
}
