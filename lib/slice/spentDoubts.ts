import { mapFields } from '../plain/mapFields';
import { own } from '../plain/own';
import { keptSame } from '../plain/sameValue';
import { getCell } from '../tables/getCell';
import { filterDoubts, withDoubts } from '../types/doubts';
import type { DataState, Doubts } from '../types/State';

/**
 * Doubts after a refetch: what it was to tell and did not bring stays in doubt, for what shows it later, but
 * causes no further refetch; what is not stored either is in none any more.
 *
 * @param again the number under which they are cast once more: a page of the list, which left later, has kept the
 * refetch from being shown
 */
export function spentDoubts(
  { doubts, entities }: Pick<DataState, 'doubts' | 'entities'>,
  told: Doubts | undefined,
  again?: number | false,
): Doubts {
  // No refetch: there may be thousands.
  if (told === undefined) return doubts;
  const isToTell = (kind: string, pk: string, cast: number) => own(told[kind], pk) === Math.abs(cast);
  const spent = mapFields(doubts, (kind, records) =>
    mapFields(records, (pk, cast) => (isToTell(kind, pk, cast) ? again || -Math.abs(cast) : cast)),
  );
  const isStored = (kind: string, pk: string) => getCell(entities[kind], pk) !== undefined;
  return keptSame(
    doubts,
    filterDoubts(spent, (kind, pk, cast) => cast > 0 || isStored(kind, pk)),
  );
}

/**
 * Doubts with those that an aborted refetch was to end: what another request has
 * shown meanwhile tells this one nothing, so it has to be sent again.
 */
export function recastDoubts({ doubts, entities }: DataState, unended: Doubts = {}): Doubts {
  const lost = filterDoubts(
    unended,
    (kind, pk) => (own(doubts[kind], pk) ?? 0) <= 0 && getCell(entities[kind], pk) !== undefined,
  );
  return withDoubts(doubts, lost);
}
