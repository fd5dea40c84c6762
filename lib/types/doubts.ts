import { filterFields } from '../plain/filterFields';
import { isEmpty } from '../plain/isEmpty';
import { mapFields } from '../plain/mapFields';
import { sameValue } from '../plain/sameValue';
import type { Doubts } from './State';

/** The doubts for which a test holds; the same object where it holds for all of them. */
export function filterDoubts(
  doubts: Doubts,
  keeps: (kind: string, pk: string, cast: number) => boolean,
): Doubts {
  const left = mapFields(doubts, (kind, records) =>
    filterFields(records, (pk, cast) => keeps(kind, pk, cast)),
  );
  const kept = filterFields(left, (_kind, records) => !isEmpty(records));
  return sameValue(doubts, kept) ? doubts : kept;
}

/** Doubts that are not among others, identified by their numbers. */
export function withoutDoubts(doubts: Doubts, others: Doubts): Doubts {
  return filterDoubts(doubts, (kind, pk, cast) => others[kind]?.[pk] !== cast);
}

/** Doubts with one more, or with another number for one of them. */
export function withDoubt(doubts: Doubts, kind: string, pk: string, cast: number): Doubts {
  return { ...doubts, [kind]: { ...doubts[kind], [pk]: cast } };
}

/** Doubts with others, and with their numbers. */
export function withDoubts(doubts: Doubts, others: Doubts): Doubts {
  return { ...doubts, ...mapFields(others, (kind, records) => ({ ...doubts[kind], ...records })) };
}
