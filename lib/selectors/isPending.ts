import { someRecord } from '../denormalize/dependenciesOf';
import type { Memo } from '../denormalize/Memo';
import { addressedRecord } from '../schema/addressedRecord';
import { assertFinds, assertRecordSchema } from '../schema/assertSchema';
import type { EntityClass } from '../schema/EntityClass';
import type { RecordArgs } from '../schema/FindArgs';
import { assertRoot, sliceAt } from '../store/sliceAt';
import { getValue } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import type { DataState } from '../types/State';
import { withRealKeys } from './withRealKeys';

/**
 * A selector: whether a mutation of a record is in flight, whichever component sent it.
 *
 * Counts mutations whose arguments name the record, or that change it optimistically.
 *
 * @param args arguments that find the record, as in `useQuery`
 * @example
 * ```ts
 * import { isPending } from 'rdc-toolkit';
 *
 * const isSaving = isPending(Todo, { id })(store.getState());
 * ```
 */
export function isPending<S extends EntityClass, Given extends RecordArgs<S>>(
  entity: S,
  ...args: Given
): (rootState: unknown) => boolean {
  if (process.env.NODE_ENV !== 'production') {
    assertRecordSchema('isPending()', entity);
    assertFinds('isPending()', entity, args);
  }
  return rootState => {
    if (process.env.NODE_ENV !== 'production') assertRoot(rootState);
    const state = sliceAt(rootState);
    if (state === undefined || state.mutating === 0) return false;
    const record = addressedRecord({ schema: entity }, withRealKeys(state, args));
    return record !== undefined && mutatedRecords(state).has(nameOf(record.kind, record.pk));
  };
}

/** Whether a mutation is in flight for any record that a value was made from. */
export function dependsOnPending(state: DataState, memo: Memo | undefined): boolean {
  if (memo === undefined || state.mutating === 0) return false;
  const mutated = mutatedRecords(state);
  return mutated.size > 0 && someRecord(memo, (kind, pk) => mutated.has(nameOf(kind, pk)));
}

/** The records that mutations in flight may change. */
function mutatedRecords(state: DataState): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (kind: string, pk: string) => names.add(nameOf(kind, getValue(state.aliases, pk) ?? pk));
  forEachCell(state.inflight, (_key, { value = [] }) => {
    for (const { record } of value) if (record !== undefined) add(record.kind, record.pk);
  });
  for (const { writes = {} } of state.optimistic) {
    for (const [kind, records] of Object.entries(writes))
      for (const pk of Object.keys(records)) add(kind, pk);
  }
  return names;
}

function nameOf(kind: string, pk: string): string {
  return `${kind} ${pk}`;
}
