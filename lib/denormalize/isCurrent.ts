import { numberOf } from '../plain/numberOf';
import { getCell, getValue } from '../tables/getCell';
import { INVALID } from '../types/INVALID';
import { stepsSince } from '../types/ReadHistory';
import type { TableSchema } from '../types/Schema';
import type { Readable } from '../types/State';
import { eachOutdated, indexOf } from './listIndex';
import { type DependencyVisitor, eachDependency, ListMemo, Memo, type Part, RowMemo } from './Memo';
import { madeOf } from './memosOf';
import { historyAt } from './readHistory';

/** Shorter lists are checked element by element: cheaper than knowing which records they depend on. */
const MIN_INDEXED_LENGTH = 64;

/** Beside the number of tables, for which a memo is known not to be current. */
const OUTDATED = 0.5;

/** Tables, and their number. */
export interface NumberedTables extends Readable {
  readonly number: number;
}

/**
 * Whether all that a value was made from still stands in some tables.
 *
 * What has been looked at is marked as checked, so that each value is looked at
 * once a state however many readers share it. Records that hold each other are
 * current together or not at all. Long lists are not walked: they know by what
 * has changed since they were checked.
 */
export function isCurrent(memo: Memo, tables: NumberedTables): boolean {
  return memo.checked === tables.number || areCurrent([memo], tables);
}

/** Whether a list that may have changed since is current, and if not so, which of its elements may not be. */
export function isElementCurrent(list: ListMemo, at: number, tables: NumberedTables): boolean {
  const pending: Memo[] = [];
  return eachDependency(list, comparing(tables, pending), [at]) && areCurrent(pending, tables);
}

/** A list of memos to look at, which grows while it is walked. */
function areCurrent(memos: readonly Memo[], tables: NumberedTables): boolean {
  const { number } = tables;
  const looked: Memo[] = [];
  const before: number[] = [];
  const pending = [...memos];
  const visitor = comparing(tables, pending);
  for (let memo = pending.pop(); memo !== undefined; memo = pending.pop()) {
    if (memo.checked === number) continue;
    const { checked } = memo;
    looked.push(memo);
    before.push(checked);
    memo.checked = number;
    const suspects = memo instanceof ListMemo ? doubtful(memo, checked, tables) : undefined;
    if (checked !== number + OUTDATED && eachDependency(memo, visitor, suspects)) continue;
    looked.forEach((doubtful, i) => {
      doubtful.checked = before[i] as number;
    });
    if (looked.length > 1) markOutdated(looked, number);
    return false;
  }
  return true;
}

/**
 * Marks all that is known not to be current, the last of what was looked at and what was made from it, so that in a
 * chain of records none is looked at twice.
 */
function markOutdated(looked: readonly Memo[], number: number): void {
  const outdated = new Set<unknown>(looked.slice(-1));
  for (let at = looked.length - 1; at >= 0; at--) {
    const memo = looked[at] as Memo;
    for (let i = 2; i < memo.dependencies.length; i += 3) {
      const part = memo.dependencies[i];
      // A record in the making is not known yet.
      if (part instanceof RowMemo && part.number === 0) return;
      if (outdated.has(part)) outdated.add(memo);
    }
  }
  for (const memo of looked)
    if (outdated.has(memo) && !(memo instanceof ListMemo)) memo.checked = number + OUTDATED;
}

/** Ends where a value is not what it was; what is nested in it, or what a record refers to, is left to be looked at. */
function comparing(tables: Readable, pending: Memo[]): DependencyVisitor {
  return {
    nested: memo => pending.push(memo),
    kind: (_kind, isSame) => isSame(tables),
    record(kind, pk, part, schema) {
      const row = getValue(tables.entities[kind], pk);
      if (row === undefined) return part === nothingAt(kind, pk, tables);
      if (part === undefined) return false;
      const isSame =
        part instanceof RowMemo ? part.number === numberOf(row) : madeOf(schema as TableSchema, row) === part;
      if (isSame && part instanceof Memo) pending.push(part);
      return isSame;
    },
  };
}

/** What stands for a record that is not there: `undefined` where it never came, `INVALID` where it was deleted. */
export function nothingAt(kind: string, pk: string, { deleted }: Readable): Part {
  return getCell(deleted[kind], pk) === undefined ? undefined : INVALID;
}

/** Whether a record is not there, and was not deleted: only its key has come. */
export function isAbsent(kind: string, pk: string, tables: Readable): boolean {
  return getValue(tables.entities[kind], pk) === undefined && nothingAt(kind, pk, tables) === undefined;
}

/** Positions of the elements of a list that may be outdated; `undefined` where it may be any. */
export function doubtful(list: ListMemo, checked: number, tables: Readable): ReadonlySet<number> | undefined {
  if (list.index === null || list.parts.length < MIN_INDEXED_LENGTH) return undefined;
  const steps = stepsSince(historyAt(tables), checked);
  if (steps === undefined) return undefined;
  list.index ??= indexOf(list) ?? null;
  if (list.index === null) return undefined;
  const found = new Set<number>();
  return eachOutdated(list.index, steps, at => found.add(at)) ? found : undefined;
}
