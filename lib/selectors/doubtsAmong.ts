import { eachRecord } from '../denormalize/dependenciesOf';
import type { Memo } from '../denormalize/Memo';
import { isEmpty } from '../plain/isEmpty';
import { own } from '../plain/own';
import { type DoubtsByKind, doubtsOf, noteDoubt } from '../types/doubts';
import type { Doubts } from '../types/State';

/** The doubts about what a value was made from; `undefined` for none. */
export function doubtsAmong(doubts: Doubts, memo: Memo | undefined): Doubts | undefined {
  if (memo === undefined || isEmpty(doubts)) return undefined;
  const found: DoubtsByKind = new Map();
  eachRecord(memo, (kind, pk) => {
    const cast = own(doubts[kind], pk);
    if (cast !== undefined) noteDoubt(found, kind, pk, cast);
  });
  return found.size === 0 ? undefined : doubtsOf(found);
}
