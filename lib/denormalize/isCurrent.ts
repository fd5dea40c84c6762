import { numberOf } from '../plain/numberOf';
import { getCell, getValue } from '../tables/getCell';
import { INVALID } from '../types/INVALID';
import { stepsSince } from '../types/ReadHistory';
import type { TableSchema } from '../types/Schema';
import type { Readable } from '../types/State';
import { eachOutdated, indexOf } from './listIndex';
import { type DependencyVisitor, eachDependency, ListMemo, Memo, type Part, RowMemo } from './Memo';
import { cachedPart } from './memosOf';
import { historyAt } from './readHistory';

/** Shorter lists are checked element by element: cheaper than tracking which records they depend on. */
const MIN_INDEXED_LENGTH = 64;

/** Added to the number of the tables for which a memo is known to be outdated. */
const OUTDATED = 0.5;

/** Tables, and their number. */
export interface NumberedTables extends Readable {
  readonly number: number;
}

/**
 * Whether everything that a value was made from is unchanged in some tables.
 *
 * Marks what it has checked, so that each value is checked once per state however many readers share it. Records that
 * hold each other are current together or not at all. Long lists are not walked: they use what has changed since they
 * were last checked.
 */
export function isCurrent(memo: Memo, tables: NumberedTables): boolean {
  return memo.checked === tables.number || areCurrent([memo], tables);
}

/** Whether one element of a list that may have changed is current. */
export function isElementCurrent(list: ListMemo, index: number, tables: NumberedTables): boolean {
  const pending: Memo[] = [];
  return eachDependency(list, currencyVisitor(tables, pending), [index]) && areCurrent(pending, tables);
}

/** Whether all memos are current, with everything nested in them. */
function areCurrent(memos: readonly Memo[], tables: NumberedTables): boolean {
  const { number } = tables;
  const visited: Memo[] = [];
  const previous: number[] = [];
  const pending = [...memos];
  const visitor = currencyVisitor(tables, pending);
  for (let memo = pending.pop(); memo !== undefined; memo = pending.pop()) {
    if (memo.checked === number) continue;
    const { checked } = memo;
    visited.push(memo);
    previous.push(checked);
    memo.checked = number;
    const candidates = memo instanceof ListMemo ? mayBeOutdated(memo, checked, tables) : undefined;
    if (checked !== number + OUTDATED && eachDependency(memo, visitor, candidates)) continue;
    visited.forEach((unchecked, i) => {
      unchecked.checked = previous[i] as number;
    });
    if (visited.length > 1) markOutdated(visited, number);
    return false;
  }
  return true;
}

/**
 * Marks all memos known to be outdated: the last one checked and those made from it. So no record of a chain is
 * checked twice.
 */
function markOutdated(visited: readonly Memo[], number: number): void {
  const outdated = new Set<unknown>(visited.slice(-1));
  for (let index = visited.length - 1; index >= 0; index--) {
    const memo = visited[index] as Memo;
    for (let i = 2; i < memo.dependencies.length; i += 3) {
      const part = memo.dependencies[i];
      // A record that is being made is not known yet.
      if (part instanceof RowMemo && part.number === 0) return;
      if (outdated.has(part)) outdated.add(memo);
    }
  }
  for (const memo of visited)
    if (outdated.has(memo) && !(memo instanceof ListMemo)) memo.checked = number + OUTDATED;
}

/** Ends the visit at a changed value; adds nested values, and those that a record refers to, to `pending`. */
function currencyVisitor(tables: Readable, pending: Memo[]): DependencyVisitor {
  return {
    nested: memo => pending.push(memo),
    kind: (_kind, isSame) => isSame(tables),
    record(kind, pk, part, schema) {
      const row = getValue(tables.entities[kind], pk);
      if (row === undefined) return part === missingPart(kind, pk, tables);
      if (part === undefined) return false;
      const isSame =
        part instanceof RowMemo
          ? part.number === numberOf(row)
          : cachedPart(schema as TableSchema, row) === part;
      if (isSame && part instanceof Memo) pending.push(part);
      return isSame;
    },
  };
}

/** What stands for a missing record: `undefined` if it was never received, `INVALID` if it was deleted. */
export function missingPart(kind: string, pk: string, { deleted }: Readable): Part {
  return getCell(deleted[kind], pk) === undefined ? undefined : INVALID;
}

/** Whether a record is missing but was not deleted: only its key was received. */
export function isAbsent(kind: string, pk: string, tables: Readable): boolean {
  return getValue(tables.entities[kind], pk) === undefined && missingPart(kind, pk, tables) === undefined;
}

/** Positions of the list elements that may be outdated; `undefined` if any may be. */
export function mayBeOutdated(
  list: ListMemo,
  checked: number,
  tables: Readable,
): ReadonlySet<number> | undefined {
  if (list.index === null || list.parts.length < MIN_INDEXED_LENGTH) return undefined;
  const steps = stepsSince(historyAt(tables), checked);
  if (steps === undefined) return undefined;
  list.index ??= indexOf(list) ?? null;
  if (list.index === null) return undefined;
  const positions = new Set<number>();
  return eachOutdated(list.index, steps, at => positions.add(at)) ? positions : undefined;
}
