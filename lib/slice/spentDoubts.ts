import { mapFields } from '../plain/mapFields';
import { own } from '../plain/own';
import { keepIfSame } from '../plain/sameValue';
import { getCell } from '../tables/getCell';
import { filterDoubts, withDoubts } from '../types/doubts';
import type { DataState, Doubts } from '../types/State';

/**
 * The doubts after a refetch. What it was sent for and did not bring stays in doubt for later readers, without another
 * refetch, or is dropped if it is not stored.
 *
 * @param recast the number under which to cast them again, if a page of the list that left later kept the refetch from
 * being shown
 */
export function spentDoubts(
  { doubts, entities }: Pick<DataState, 'doubts' | 'entities'>,
  refetched: Doubts | undefined,
  recast?: number | false,
): Doubts {
  // Not a refetch. There may be thousands.
  if (refetched === undefined) return doubts;
  const wasRefetched = (kind: string, pk: string, cast: number) =>
    own(refetched[kind], pk) === Math.abs(cast);
  const spent = mapFields(doubts, (kind, records) =>
    mapFields(records, (pk, cast) => (wasRefetched(kind, pk, cast) ? recast || -Math.abs(cast) : cast)),
  );
  const isStored = (kind: string, pk: string) => getCell(entities[kind], pk) !== undefined;
  return keepIfSame(
    doubts,
    filterDoubts(spent, (kind, pk, cast) => cast > 0 || isStored(kind, pk)),
  );
}

/**
 * Casts the doubts of an aborted refetch again, so that it is resent: what other requests brought meanwhile does not
 * end them.
 */
export function recastDoubts({ doubts, entities }: DataState, unended: Doubts = {}): Doubts {
  const lost = filterDoubts(
    unended,
    (kind, pk) => (own(doubts[kind], pk) ?? 0) <= 0 && getCell(entities[kind], pk) !== undefined,
  );
  return withDoubts(doubts, lost);
}
