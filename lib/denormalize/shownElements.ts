import { INVALID } from '../types/INVALID';
import { type Alignment, joinedAround } from './alignLists';
import { type ListMemo, Memo, type Part } from './Memo';
import { isSameList } from './sameContent';

/** Past this many hidden elements, the shown list is rebuilt with each change. */
const MAX_HIDDEN = 32;

/** The same past this many recreated elements. */
const MAX_MADE = 256;

/** What a list shows. */
export interface Shown {
  readonly value: unknown;
  readonly isComplete: boolean;
  /** Positions of the elements that it does not show; `undefined` where they are too many. */
  readonly hidden: readonly number[] | undefined;
}

/** What a list shows; the array of `before` where that holds the same. */
export function shownIn(parts: readonly Part[], before: unknown): Shown {
  const values = parts.slice();
  let hidden: number[] | undefined = [];
  let isComplete = true;
  let length = 0;
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at];
    if (!isHidden(part)) values[length++] = valueOfPart(part);
    else if (hidden !== undefined && hidden.push(at) > MAX_HIDDEN) hidden = undefined;
    isComplete &&= isWhole(part);
  }
  values.length = length;
  return { value: isSameList(before, values) ? before : frozen(values), isComplete, hidden };
}

/**
 * {@link shownIn}, from what the version before shows and what has changed since, without a look at each element;
 * `undefined` where too much has changed.
 *
 * @param made positions of elements that were recreated, those that are new among them
 */
export function shownAfter(
  { value, parts: partsBefore, hidden: hiddenBefore, isComplete }: ListMemo,
  parts: readonly Part[],
  alignment: Alignment | undefined,
  made: ReadonlySet<number>,
): Shown | undefined {
  if (!isComplete || hiddenBefore === undefined || made.size > MAX_MADE) return undefined;
  for (const at of made) if (!isWhole(parts[at])) return undefined;
  const before = value as readonly unknown[];
  const shift = parts.length - partsBefore.length;
  const hidden =
    alignment === undefined ? [...hiddenBefore] : stillHidden(hiddenBefore, alignment, parts, shift);
  if (hidden.length > MAX_HIDDEN) return undefined;
  if (alignment === undefined && !areOthers(before, parts, hidden, made))
    return { value, isComplete, hidden };

  const values =
    alignment === undefined ? copyOf(before) : spliced(unfrozen(before), hiddenBefore, alignment, parts);
  const end = parts.length - (alignment?.tail ?? 0);
  for (const at of made) {
    if (alignment === undefined || at < alignment.head || at >= end) put(values, hidden, at, parts[at]);
  }
  if (hidden.length > MAX_HIDDEN) return undefined;
  const isSame = alignment !== undefined && isSameList(before, values);
  return { value: isSame ? before : frozen(values), isComplete, hidden };
}

/** Whether any of the recreated elements is shown as another value, or not as before. */
function areOthers(
  before: readonly unknown[],
  parts: readonly Part[],
  hidden: readonly number[],
  made: ReadonlySet<number>,
): boolean {
  for (const at of made) {
    const wasHidden = hidden.includes(at);
    if (wasHidden !== isHidden(parts[at])) return true;
    if (!wasHidden && before[at - hiddenBelow(hidden, at)] !== valueOfPart(parts[at])) return true;
  }
  return false;
}

/** Shows, hides or replaces one element. */
function put(values: unknown[], hidden: number[], at: number, part: Part) {
  const place = at - hiddenBelow(hidden, at);
  const entry = hidden.indexOf(at);
  if (isHidden(part)) {
    if (entry >= 0) return;
    values.splice(place, 1);
    hidden.push(at);
  } else if (entry < 0) values[place] = valueOfPart(part);
  else {
    hidden.splice(entry, 1);
    values.splice(place, 0, valueOfPart(part));
  }
}

/** What was shown, with the elements in their new places and those in between as they are now. */
function spliced(
  before: readonly unknown[],
  hidden: readonly number[],
  { head, tail, middle }: Alignment,
  parts: readonly Part[],
): unknown[] {
  const hiddenInHead = hiddenBelow(hidden, head);
  const lengthBefore = before.length + hidden.length;
  const hiddenInTail = hidden.length - hiddenBelow(hidden, lengthBefore - tail);
  const shownBetween: unknown[] = [];
  for (let i = 0; i < middle.length; i++) {
    const part = parts[head + i];
    if (!isHidden(part)) shownBetween.push(valueOfPart(part));
  }
  return joinedAround(before, head - hiddenInHead, shownBetween, tail - hiddenInTail);
}

/** Positions that were hidden, in their new places, with what is hidden in between. */
function stillHidden(
  before: readonly number[],
  { head, tail, middle }: Alignment,
  parts: readonly Part[],
  shift: number,
): number[] {
  const end = parts.length - tail;
  const hidden = before.filter(at => at < head);
  for (let i = 0; i < middle.length && hidden.length <= MAX_HIDDEN; i++) {
    if (isHidden(parts[head + i])) hidden.push(head + i);
  }
  for (const at of before) if (at >= head && at + shift >= end) hidden.push(at + shift);
  return hidden;
}

function hiddenBelow(hidden: readonly number[], at: number): number {
  let count = 0;
  for (const other of hidden) if (other < at) count++;
  return count;
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
