import { noOverlap } from '../normalize/noOverlap';
import { isEmpty } from '../plain/isEmpty';
import { without } from '../plain/without';
import { inOrderOf } from '../schema/joins';
import { getValue } from '../tables/getCell';
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
  const later = (kind: string, pk: string) =>
    getValue(overlaps[kind], pk)?.notes.filter(note => note.began > began) ?? [];
  return {
    ...noOverlap({ ...OPTIMISTIC, began }),
    isIdle: false,
    concerns: () => true,
    goneAt: (kind, pk) => getValue(overlaps[kind], pk)?.goneAt ?? 0,
    deletes: (kind, pk) => !later(kind, pk).some(note => note.creates),
    // When it leaves is not known yet: another one that left since may have begun before it.
    inOrder: (...list) => inOrderOf(effects, made => (made.began ?? 0) > began, ...list),
    meet({ key }, pk, _stored, incoming) {
      return without(
        incoming,
        later(key, pk).flatMap(({ wrote = [] }) => wrote),
      );
    },
  };
}
