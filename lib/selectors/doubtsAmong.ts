import { eachRecord } from '../denormalize/dependenciesOf';
import type { Memo } from '../denormalize/Memo';
import type { Doubts } from '../types/State';

/** The doubts about what a value was made from; `undefined` for none. */
export function doubtsAmong(doubts: Doubts, memo: Memo | undefined): Doubts | undefined {
  if (memo === undefined || isEmpty(doubts)) return undefined;
  const found: Record<string, Record<string, number>> = {};
  eachRecord(memo, (kind, pk) => {
    const cast = doubts[kind]?.[pk];
    if (cast !== undefined) found[kind] = { ...found[kind], [pk]: cast };
  });
  return isEmpty(found) ? undefined : found;
}

function isEmpty(doubts: Doubts): boolean {
  for (const _kind in doubts) return false;
  return true;
}
