import { trace } from '../denormalize/denormalize';
import type { Memo } from '../denormalize/Memo';
import { type Normalized, normalizeInto } from '../normalize/normalize';
import { isObject } from '../plain/isObject';
import { sameValue } from '../plain/sameValue';
import { toPlain } from '../plain/toPlain';
import { memoizeByState } from '../selectors/memoizeByState';
import { viewOf } from '../selectors/viewOf';
import { getCell } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import { createOwner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { INVALID } from '../types/INVALID';
import type { DataState, Deleted, Entities } from '../types/State';
import type { BridgedEndpoint } from './BridgedEndpoint';
import { warnOfCacheOnly } from './rtkError';

/** RTK Query's data with records of the store in place of its own, and the memo that it was made with. */
export interface OverlaidData {
  readonly value: unknown;
  readonly memo: Memo | undefined;
}

/**
 * Replaces the records in RTK Query's data with those of the store.
 *
 * All else is as in RTK Query's cache: the order of a list, totals, pages. A record that the store does not hold,
 * because it was collected or never fetched, stays as in RTK Query's cache. A deleted record is left out of what holds
 * it, but stays if it is all of the data: a hook that succeeded has data.
 *
 * @returns The same object for as long as nothing in it changes.
 */
export function overlayRecords(
  endpoint: BridgedEndpoint,
  args: readonly unknown[],
  data: unknown,
  state: DataState,
): OverlaidData {
  if (!isObject(data)) return { value: data, memo: undefined };
  const cached = overlays.get(data);
  const isCached = cached?.endpoint === endpoint && sameValue(cached.args, args);
  const overlay = isCached ? cached.overlay : createOverlay(endpoint, args, data);
  if (!isCached) overlays.set(data, { endpoint, args, overlay });
  return overlay(state);
}

/** Memoized by RTK Query's data, which is immutable, so that all components that show it share the result. */
const overlays = new WeakMap<
  object,
  {
    readonly endpoint: BridgedEndpoint;
    readonly args: readonly unknown[];
    readonly overlay: (state: DataState) => OverlaidData;
  }
>();

function createOverlay(
  endpoint: BridgedEndpoint,
  args: readonly unknown[],
  data: object,
): (state: DataState) => OverlaidData {
  const normalizedData = normalized(endpoint, args, data);
  if (normalizedData === undefined) return () => ({ value: data, memo: undefined });
  return memoizeByState(state => {
    const { entities, deleted } = viewOf(state);
    const overlay = (deletedRecords: Deleted) =>
      trace(
        endpoint.schema,
        normalizedData.result,
        { entities: completed(entities, deletedRecords, normalizedData.entities), deleted: deletedRecords },
        args,
        false,
      );
    const { value, memo } = overlay(deleted);
    const shown = value === INVALID ? overlay({}).value : value;
    return { value: shown === INVALID ? undefined : shown, memo };
  });
}

function normalized(
  { definition: { name }, schema }: BridgedEndpoint,
  args: readonly unknown[],
  data: object,
): Normalized | undefined {
  try {
    return normalizeInto(schema, toPlain(data), args, undefined, undefined, { origin: name });
  } catch (error) {
    warnOfCacheOnly(`The response of ${name}`, error);
    return undefined;
  }
}

/** Adds records that the tables lack, except for deleted ones. */
function completed(entities: Entities, deleted: Deleted, ownEntities: Entities): Entities {
  const owner = createOwner();
  let all = entities;
  for (const [kind, table] of Object.entries(ownEntities)) {
    forEachCell(table, (pk, cell) => {
      if (getCell(all[kind], pk) !== undefined || getCell(deleted[kind], pk) !== undefined) return;
      const records = all[kind];
      all = { ...all, [kind]: records === undefined ? table : putCell(records, pk, cell, owner) };
    });
  }
  return all;
}
