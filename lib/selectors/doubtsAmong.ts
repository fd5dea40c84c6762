import { walk } from '../denormalize/dependenciesOf';
import { ListMemo, type Memo } from '../denormalize/Memo';
import { isEmpty } from '../plain/isEmpty';
import { own } from '../plain/own';
import { type DoubtsByKind, doubtsOf, noteDoubt } from '../types/doubts';
import type { Doubts } from '../types/State';

/** The doubts about the records that a value was made from; `undefined` for none. */
export function doubtsAmong(doubts: Doubts, memo: Memo | undefined): Doubts | undefined {
  if (memo === undefined || isEmpty(doubts)) return undefined;
  const found: DoubtsByKind = new Map();
  walk(memo, {
    record(kind, pk) {
      const cast = own(doubts[kind], pk);
      if (cast !== undefined) noteDoubt(found, kind, pk, cast);
    },
    enters: next => !isFree(next, doubts),
  });
  return found.size === 0 ? undefined : doubtsOf(found);
}

/** Whether the index of a long list shows that no element was made from a record in doubt. */
function isFree(memo: Memo, doubts: Doubts): boolean {
  const index = memo instanceof ListMemo ? memo.index : undefined;
  if (!index) return false;
  return Object.entries(doubts).every(([kind, doubted]) => {
    const records = index.byRecord.get(kind);
    return records === undefined || !Object.keys(doubted).some(pk => records.has(pk));
  });
}
