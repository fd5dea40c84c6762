import { isSameList } from '../plain/isSameList';
import { INVALID } from '../types/INVALID';
import { type Alignment, realigned } from './alignLists';
import { type ListMemo, Memo, type Part } from './Memo';

/** What a list shows. */
export interface Shown {
  readonly value: unknown;
  readonly isComplete: boolean;
}

/** What a list shows; the array of `before` where that holds the same. */
export function shownIn(parts: readonly Part[], before: unknown): Shown {
  const values = parts.slice();
  let isComplete = true;
  let length = 0;
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at];
    if (!isHidden(part)) values[length++] = valueOfPart(part);
    isComplete &&= isWhole(part);
  }
  values.length = length;
  return { value: isSameList(before, values) ? before : frozen(values), isComplete };
}

/**
 * {@link shownIn}, from what the version before shows and what has changed since, without a look at each element;
 * `undefined` where any is not shown, so that the others stand elsewhere than their parts.
 *
 * @param made positions of elements that were recreated, those that are new among them
 */
export function shownAfter(
  { value, parts: partsBefore, isComplete }: ListMemo,
  parts: readonly Part[],
  alignment: Alignment | undefined,
  made: ReadonlySet<number>,
): Shown | undefined {
  const before = value as readonly unknown[];
  if (!isComplete || before.length !== partsBefore.length) return undefined;
  for (const at of made) if (isHidden(parts[at]) || !isWhole(parts[at])) return undefined;
  const values =
    alignment === undefined
      ? copyOf(before)
      : realigned(unfrozen(before), alignment, origin => before[origin]);
  for (const at of made) values[at] = valueOfPart(parts[at]);
  return { value: isSameList(before, values) ? before : frozen(values), isComplete };
}

/** Elements that must not be shown, or that `maxEntityDepth` cut off, are left out. */
function isHidden(part: Part): boolean {
  if (!(part instanceof Memo)) return part === undefined || part === INVALID;
  return part.value === INVALID || (!part.isComplete && part.value === undefined);
}

function isWhole(part: Part): boolean {
  return !(part instanceof Memo) || part.isComplete;
}

function valueOfPart(part: Part): unknown {
  return part instanceof Memo ? part.value : part;
}

/** Read once: outside a bundle each look at the environment costs as much as a short list. */
const FREEZES = process.env.NODE_ENV !== 'production';

/** In development alone: array methods of a frozen array are four to thirty times slower in V8. */
export function frozen(values: readonly unknown[]): readonly unknown[] {
  return FREEZES ? Object.freeze(values) : values;
}

function unfrozen(values: readonly unknown[]): readonly unknown[] {
  return Object.isFrozen(values) ? copyOf(values) : values;
}

/** By a loop where the array is frozen, since its `slice` is as slow. */
export function copyOf(results: readonly unknown[]): unknown[] {
  if (!Object.isFrozen(results)) return results.slice();
  const copy: unknown[] = [];
  for (let i = 0; i < results.length; i++) copy.push(results[i]);
  return copy;
}
