import { eachRecord } from '../denormalize/dependenciesOf';
import type { Memo } from '../denormalize/Memo';
import { isEmpty } from '../plain/isEmpty';
import { withDoubt } from '../types/doubts';
import type { Doubts } from '../types/State';

/** The doubts about what a value was made from; `undefined` for none. */
export function doubtsAmong(doubts: Doubts, memo: Memo | undefined): Doubts | undefined {
  if (memo === undefined || isEmpty(doubts)) return undefined;
  let found: Doubts | undefined;
  eachRecord(memo, (kind, pk) => {
    const cast = doubts[kind]?.[pk];
    if (cast !== undefined) found = withDoubt(found ?? {}, kind, pk, cast);
  });
  return found;
}
