import type { OptimisticUpdate, RecordRef } from './State';
import { isTemporaryKey, placeOf, requestOf } from './temporaryKey';

/** The records that a creation shows, each under its temporary key, in the order of its optimistic response. */
export function createdIn({ writes = {}, requestId }: OptimisticUpdate): readonly RecordRef[] {
  const isOwn = (pk: string) => isTemporaryKey(pk) && requestOf(pk) === requestId;
  return Object.keys(writes)
    .flatMap(kind =>
      Object.keys(writes[kind] ?? {})
        .filter(isOwn)
        .map(pk => ({ kind, pk })),
    )
    .sort((one, other) => placeOf(one.pk) - placeOf(other.pk));
}
