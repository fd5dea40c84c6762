import { filterFields } from '../plain/filterFields';
import { getOrCreate, newMap } from '../plain/getOrCreate';
import { isEmpty } from '../plain/isEmpty';
import { mapFields } from '../plain/mapFields';
import { own } from '../plain/own';
import { keepIfSame } from '../plain/sameValue';
import type { Doubts } from './State';

/** The doubts that pass a test; the same object if all of them do. */
export function filterDoubts(
  doubts: Doubts,
  keeps: (kind: string, pk: string, cast: number) => boolean,
): Doubts {
  const left = mapFields(doubts, (kind, records) =>
    filterFields(records, (pk, cast) => keeps(kind, pk, cast)),
  );
  const kept = filterFields(left, (_kind, records) => !isEmpty(records));
  return keepIfSame(doubts, kept);
}

/** Doubts that are not among others; compares their numbers. */
export function withoutDoubts(doubts: Doubts, others: Doubts): Doubts {
  return filterDoubts(doubts, (kind, pk, cast) => own(others[kind], pk) !== cast);
}

/** Doubts being collected: an object would be copied for each. */
export type DoubtsByKind = Map<string, Map<string, number>>;

/** Adds a doubt to those being collected. */
export function noteDoubt(doubts: DoubtsByKind, kind: string, pk: string, cast: number): void {
  getOrCreate(doubts, kind, newMap<string, number>).set(pk, cast);
}

/** The collected doubts. */
export function doubtsOf(doubts: DoubtsByKind): Doubts {
  return Object.fromEntries([...doubts].map(([kind, casts]) => [kind, Object.fromEntries(casts)]));
}

/** Doubts with others added, whose numbers win. */
export function withDoubts(doubts: Doubts, others: Doubts): Doubts {
  return { ...doubts, ...mapFields(others, (kind, records) => ({ ...doubts[kind], ...records })) };
}
