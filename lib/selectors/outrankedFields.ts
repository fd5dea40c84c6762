import { noOverlap } from '../normalize/noOverlap';
import { storedListAt } from '../overlap/listsThatMayHold';
import { pruned } from '../overlap/resolveRecord';
import { isEmpty } from '../plain/isEmpty';
import { omitFields } from '../plain/omitFields';
import { inOrderOf } from '../schema/joins';
import { getValue } from '../tables/getCell';
import { OPTIMISTIC } from '../types/Landing';
import type { ComparingWriter } from '../types/OverlapWriter';
import type { DataState, ListEffect, OptimisticUpdate, RecordRef } from '../types/State';

/**
 * Keeps an optimistic update from hiding what a later mutation wrote: if both write a field, the last to leave wins,
 * also while the first is in flight.
 *
 * `undefined` if no mutation has landed meanwhile.
 *
 * @param twins records that it has created: they are shown as received
 */
export function outrankedFields(
  { entities, overlaps, effects }: Pick<DataState, 'entities' | 'overlaps' | 'effects'>,
  { began }: OptimisticUpdate,
  twins: readonly RecordRef[] = [],
): ComparingWriter | undefined {
  if (isEmpty(overlaps)) return undefined;
  const later = (kind: string, pk: string) =>
    getValue(overlaps[kind], pk)?.notes.filter(note => note.began > began) ?? [];
  const firstSeenAt = twins.reduce(
    (least, { kind, pk }) => Math.min(least, getValue(overlaps[kind], pk)?.notes[0]?.landed ?? Infinity),
    Infinity,
  );
  // It is not known yet when the update leaves: an effect that left since may have begun before it.
  const isLater = (effect: ListEffect) => (effect.began ?? 0) > began;
  return {
    ...noOverlap({ ...OPTIMISTIC, began }),
    isIdle: false,
    concerns: () => true,
    goneAt(kind, pk) {
      const overlap = getValue(overlaps[kind], pk);
      return (overlap && pruned(overlap, began))?.goneAt ?? 0;
    },
    deletes: (kind, pk) => !later(kind, pk).some(note => note.creates),
    effects: kind =>
      effects
        .filter(effect => isLater(effect) && effect.kind === kind && !Array.isArray(effect.results))
        .map(asLatest),
    inSentOrder: (...list) => {
      const [kind, pk, , before] = list;
      // Lists requested since then already say whether they hold the records.
      return storedListAt(entities, kind, pk) > firstSeenAt ? before : inOrderOf(effects, isLater, ...list);
    },
    reconcile({ key }, pk, _stored, incoming) {
      if (twins.some(one => one.kind === key && one.pk === pk)) return {};
      return omitFields(
        incoming,
        later(key, pk).flatMap(({ wrote = [] }) => wrote),
      );
    },
  };
}

/** An effect that comes after everything that has no response yet. */
function asLatest(effect: ListEffect): ListEffect {
  return { ...effect, left: Infinity };
}
