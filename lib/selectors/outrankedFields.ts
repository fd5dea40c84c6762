import { noOverlap } from '../normalize/noOverlap';
import { laterResults } from '../overlap/laterResults';
import { isEmpty } from '../plain/isEmpty';
import { without } from '../plain/without';
import { getCell } from '../tables/getCell';
import { OPTIMISTIC } from '../types/Landing';
import type { OverlapWriter } from '../types/OverlapWriter';
import type { DataState, OptimisticUpdate } from '../types/State';

/**
 * Keeps an optimistic update from hiding what a later mutation has written: of a
 * field that both write, the last to leave counts, also while the first is in flight.
 *
 * `undefined` where no mutation has landed meanwhile.
 */
export function outrankedFields(
  { overlaps, effects }: Pick<DataState, 'overlaps' | 'effects'>,
  { began }: OptimisticUpdate,
): OverlapWriter | undefined {
  if (isEmpty(overlaps)) return undefined;
  return {
    ...noOverlap(OPTIMISTIC),
    isIdle: false,
    concerns: () => true,
    overtakenBy: (kind, effect, left) => laterResults(effects, kind, effect, Math.max(began, left)),
    meet({ key }, pk, _stored, incoming) {
      const notes = getCell(overlaps[key], pk)?.value?.notes ?? [];
      const written = notes.filter(note => note.began > began).flatMap(({ wrote = [] }) => wrote);
      return without(incoming, written);
    },
  };
}
