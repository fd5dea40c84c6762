import type { Entities } from '../types/State';
import type { Memo } from './Memo';
import { changedPositions, positionsOf } from './positionsOf';

/** Shorter lists are looked at element by element: cheaper than knowing which records they depend on. */
const MIN_INDEXED_LENGTH = 64;

const NONE: ReadonlySet<number> = new Set();

/** Whether a value is a list that knows its outdated elements by the difference of the tables. */
export function isIndexed(memo: Memo): boolean {
  const { list } = memo;
  if (list === undefined || list.isTangled || memo.parts.length < MIN_INDEXED_LENGTH) return false;
  list.positions ??= positionsOf(memo.parts);
  list.isTangled = list.positions === undefined;
  return !list.isTangled;
}

/** Positions of the elements of an indexed list that have to be made again for `entities`. */
export function outdatedIn({ list }: Memo, entities: Entities): ReadonlySet<number> {
  if (list === undefined) return NONE;
  const { base, positions, results, outdated } = list;
  if (base === entities || positions === undefined) return outdated;
  list.base = entities;
  changedPositions(positions, base, entities, position => {
    if (position >= 0 && position < results.length) outdated.add(position);
  });
  return outdated;
}
