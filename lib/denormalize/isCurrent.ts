import { getCell } from '../tables/getCell';
import type { Entities } from '../types/State';
import { isIndexed, outdatedIn } from './listState';
import type { Memo } from './Memo';

/**
 * Whether all that a value was made from still stands in `entities`.
 *
 * What has been looked at is marked as checked, so that each value is looked at
 * once a state however many readers share it. Records that hold each other are
 * current together or not at all. Long lists are not walked: they know by the
 * difference of the tables.
 */
export function isCurrent(memo: Memo, entities: Entities): boolean {
  if (memo.checked === entities) return true;
  const looked: Memo[] = [];
  const pending = [memo];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.checked === entities) continue;
    const isLongList = isIndexed(next);
    const isUpToDate = isLongList ? outdatedIn(next, entities).size === 0 : isMadeFrom(next, entities);
    if (!isUpToDate) {
      for (const doubtful of looked) doubtful.checked = undefined;
      return false;
    }
    next.checked = entities;
    looked.push(next);
    if (isLongList) continue;
    for (const { memo: joined } of next.refs) if (joined !== undefined) pending.push(joined);
    for (const part of next.parts) pending.push(part);
  }
  return true;
}

function isMadeFrom({ refs, tables }: Memo, entities: Entities): boolean {
  return (
    refs.every(({ kind, pk, row }) => getCell(entities[kind], pk)?.value === row) &&
    tables.every(([kind, table]) => entities[kind] === table)
  );
}
