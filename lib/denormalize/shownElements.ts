import { isSameList } from '../plain/isSameList';
import { INVALID } from '../types/INVALID';
import { type Alignment, realigned } from './alignLists';
import { copyOf, frozen } from './frozenLists';
import { type ListMemo, Memo, type Part } from './Memo';

/** What a list shows. */
export interface Shown {
  readonly value: unknown;
  /** The same with `INVALID` in place of each element that is not shown, so that the others stand where their parts do. */
  readonly aligned: readonly unknown[];
  readonly isComplete: boolean;
}

/** What a list shows; the array of `before` where that holds the same. */
export function shownIn(parts: readonly Part[], before: unknown): Shown {
  const aligned = parts.slice();
  let isComplete = true;
  for (let at = 0; at < parts.length; at++) {
    aligned[at] = shownOf(parts[at]);
    isComplete &&= isWhole(parts[at]);
  }
  return withoutHidden(aligned, isComplete, before, true);
}

/**
 * {@link shownIn}, from what the version before shows and what has changed since, without a look at each element;
 * `undefined` where some are not complete.
 *
 * @param made positions of elements that were recreated, those that are new among them
 */
export function shownAfter(
  { value, aligned: before, isComplete }: ListMemo,
  parts: readonly Part[],
  alignment: Alignment | undefined,
  made: ReadonlySet<number>,
): Shown | undefined {
  if (!isComplete) return undefined;
  let isSame = alignment === undefined && value !== undefined;
  for (const at of made) {
    if (!isWhole(parts[at])) return undefined;
    isSame &&= shownOf(parts[at]) === before[at];
  }
  if (isSame) return { value, aligned: before, isComplete };
  const aligned = alignment === undefined ? copyOf(before) : realigned(before, alignment);
  // Where all were shown, those that are new alone can be hidden.
  let mayHide = before !== value;
  for (const at of made) {
    aligned[at] = shownOf(parts[at]);
    mayHide ||= aligned[at] === INVALID;
  }
  // Where one stands in its place that is another, the lists need not be compared along.
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
  for (let at = length; at < aligned.length; at++) {
    if (aligned[at] !== INVALID) values[length++] = aligned[at];
  }
  values.length = length;
  return values;
}

/** Elements that must not be shown, or that `maxEntityDepth` cut off, are left out. */
function shownOf(part: Part): unknown {
  if (!(part instanceof Memo)) return part === undefined ? INVALID : part;
  return part.isComplete || part.value !== undefined ? part.value : INVALID;
}

function isWhole(part: Part): boolean {
  return !(part instanceof Memo) || part.isComplete;
}
