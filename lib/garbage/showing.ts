import type { KeyTest } from '../controller/Controller';
import { someRecord } from '../denormalize/dependenciesOf';
import { addressedRecord } from '../schema/addressedRecord';
import { assertFinds, assertRecordSchema } from '../schema/assertSchema';
import type { EntityClass } from '../schema/EntityClass';
import type { RecordArgs } from '../schema/FindArgs';
import { withRealKeys } from '../selectors/withRealKeys';
import type { StoreHandle } from '../store/StoreHandle';
import { getValue } from '../tables/getCell';
import { marksIn } from './garbage';

/**
 * Matches the responses that show a record, for `expireAll`, `invalidateAll` and `refetchAll` of a controller: the
 * record's own, lists that hold it, records that refer to it.
 *
 * Of the responses on screen it matches exactly those. Of responses that nothing shows now it matches rather too many
 * than too few: their endpoints are not known, and an equal key of another kind counts as well.
 *
 * @param args arguments that find the record, as in `useQuery`
 * @example
 * ```ts
 * import { Controller, showing } from 'rdc-toolkit';
 *
 * const controller = new Controller(store);
 * await controller.refetchAll(showing(Todo, { id }));
 * ```
 */
export function showing<S extends EntityClass, Given extends RecordArgs<S>>(
  entity: S,
  ...args: Given
): KeyTest {
  if (process.env.NODE_ENV !== 'production') {
    assertRecordSchema('showing()', entity);
    assertFinds('showing()', entity, args);
  }
  return {
    testKey: () => false,
    testKeyIn(store) {
      const state = store.getState();
      const record = addressedRecord({ schema: entity }, withRealKeys(state, args));
      if (record === undefined) return () => false;
      const { kind, pk } = record;
      const onScreen = shownOnScreen(store, kind, pk);
      return key => {
        const isShown = onScreen.get(key);
        if (isShown !== undefined) return isShown;
        const marks = marksIn(state);
        marks.addBelow(getValue(state.endpoints, key));
        return marks.has(kind, pk);
      };
    },
  };
}

/** The requests on screen, and whether their values are made from a record. */
function shownOnScreen({ observers }: StoreHandle, kind: string, pk: string): ReadonlyMap<string, boolean> {
  const onScreen = new Map<string, boolean>();
  for (const { observed } of observers) {
    const { key } = observed;
    const memo = observed.memo();
    if (key === undefined || memo === undefined) continue;
    const isShown = onScreen.get(key) || someRecord(memo, (ofKind, ofPk) => ofKind === kind && ofPk === pk);
    onScreen.set(key, isShown);
  }
  return onScreen;
}
