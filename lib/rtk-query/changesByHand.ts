import type { MiddlewareAPI } from 'redux';
import { set } from '../actions/set';
import { setResponse } from '../actions/setResponse';
import { normalize } from '../normalize/normalize';
import { attempt } from '../plain/attempt';
import { filterFields } from '../plain/filterFields';
import { getOrCreate, newWeakMap } from '../plain/getOrCreate';
import { isEmpty } from '../plain/isEmpty';
import { isObject } from '../plain/isObject';
import { sameValue } from '../plain/sameValue';
import { toPlain } from '../plain/toPlain';
import { handleOf, type StoreHandle } from '../store/StoreHandle';
import { getValue } from '../tables/getCell';
import type { Entities, EntityRow } from '../types/State';
import type { Bridge, BridgedStore } from './Bridge';
import { argsOf, type BridgedEndpoint, type CacheChange } from './BridgedEndpoint';
import { startingMutationIn } from './bridgedRequests';
import type { CachedData } from './cachedData';
import {
  type ChangedData,
  type ChangedField,
  type Compared,
  changedRows,
  type RemovedRows,
  rowsBefore,
} from './changedRows';
import { warnOfCacheOnly } from './rtkError';

/** The manual updates of RTK Query's cache in one store. */
export interface ChangesByHand extends Pick<BridgedStore, 'change' | 'undo'> {
  /** Stores what has changed in the cache. */
  storeChanges(handle: StoreHandle): void;
}

/** Stores an app's manual updates of RTK Query's cache. */
export function changesByHand(
  bridge: Bridge,
  dispatch: MiddlewareAPI['dispatch'],
  cache: CachedData,
): ChangesByHand {
  /** The changes of the running manual update, and those that it undoes. */
  let recorded: CacheChange[] | undefined;
  let beingUndone: readonly CacheChange[] = [];
  /** Elements that were removed from lists by hand, and may be inserted into others. */
  const removedRows: RemovedRows = new Map();
  /** The records in cached data, memoized: normalized once, however often a record is inserted by hand. */
  const recordsOf = new WeakMap<BridgedEndpoint, WeakMap<object, Entities>>();

  function storeChanges(handle: StoreHandle) {
    for (const change of cache.changes()) {
      recorded?.push(change);
      const { endpoint, arg, before, after } = change;
      try {
        const undoneChange = beingUndone.find(({ key }) => key === change.key);
        if (undoneChange !== undefined) rollBack(handle, undoneChange);
        else if (!isObject(after)) continue;
        else if (isObject(before)) storeChange(handle, change);
        else storeWhole(handle, endpoint, arg, after);
      } catch (error) {
        warnOfCacheOnly(`An update of ${endpoint.name}`, error);
      }
    }
  }

  function storeChange(handle: StoreHandle, change: CacheChange) {
    const { key, endpoint, arg, before, after } = change;
    let otherRecords: readonly Entities[] | undefined;
    const isCopy = (kind: string, pk: string, row: EntityRow) => {
      otherRecords ??= cache.others(key).map(other => recordsIn(...other));
      return otherRecords.some(entities => sameValue(getValue(entities[kind], pk), row));
    };
    const onReinserted = (fields: readonly ChangedField[]) => change.reinserted.push(fields);
    const query = { ...compared(bridge, handle, endpoint, arg), removedRows, isCopy, onReinserted };
    const data = changedRows(query, before, after);
    if (isEmpty(data.rows) && data.lists.length === 0) return;
    const patches = startingMutationIn(handle);
    change.patches = patches;
    if (patches === undefined) store(handle, data);
    else patches.changes.set(change, data);
  }

  function recordsIn(endpoint: BridgedEndpoint, arg: unknown, data: unknown): Entities {
    if (!isObject(data)) return {};
    const byData = getOrCreate(recordsOf, endpoint, newWeakMap<object, Entities>);
    return getOrCreate(
      byData,
      data,
      () => attempt(() => normalize(endpoint.schema, data, argsOf(arg)).entities) ?? {},
    );
  }

  /** Rolls a change back, by keys. A mutation that failed needs nothing more: its changes were optimistic only. */
  function rollBack(handle: StoreHandle, change: CacheChange) {
    const { endpoint, arg, before, after, patches, reinserted } = change;
    patches?.changes.delete(change);
    if (patches && !patches.isDone) return;
    const query = compared(bridge, handle, endpoint, arg);
    // A field that was changed again since stays.
    const shouldSkip = ({ kind, pk, field, before: writtenValue }: ChangedField) =>
      !sameValue((getValue(query.entities[kind], pk) as EntityRow | undefined)?.[field], writtenValue);
    store(handle, changedRows({ ...query, shouldSkip }, after, before));
    const rows = rowsBefore(query, reinserted);
    if (!isEmpty(rows)) store(handle, { rows, news: {}, lists: [] });
  }

  /** Whether records have moved since a change that changed only their fields. */
  function isShifted({ key, endpoint, arg, before, after }: CacheChange): boolean {
    const [initial, changed, current] = [before, after, cache.read(key)].map(data =>
      attempt(() => {
        const { result, entities } = normalize(endpoint.schema, data, argsOf(arg));
        return [result, filterFields(entities, kind => bridge.kinds[kind] === undefined)];
      }),
    );
    return sameValue(initial, changed) && !sameValue(changed, current);
  }

  function store(handle: StoreHandle, change: ChangedData) {
    handle.dispatch(set(bridge.changes, { value: [change], landed: handle.nextNumber() }));
  }

  return {
    storeChanges,
    change<T>(run: () => T) {
      const outer = recorded;
      const changes: CacheChange[] = [];
      recorded = changes;
      try {
        return [run(), changes] as const;
      } finally {
        recorded = outer;
      }
    },
    undo(changes: readonly CacheChange[], run: () => void) {
      if (!changes.every(change => change.isCurrent())) return;
      // Undone already: RTK Query would insert the removed elements again.
      if (
        changes.length > 0 &&
        changes.every(({ key, dataAfterUndo }) => dataAfterUndo && dataAfterUndo === cache.read(key))
      )
        return;
      beingUndone = changes;
      try {
        if (changes.some(isShifted)) for (const change of changes) rollBack(handleOf(dispatch), change);
        else run();
        for (const change of changes) change.dataAfterUndo = cache.read(change.key);
      } finally {
        beingUndone = [];
      }
    },
  };
}

/** What the data of a query is compared with. */
export function compared(
  bridge: Bridge,
  handle: StoreHandle,
  { schema }: BridgedEndpoint,
  arg: unknown,
): Compared {
  return { schema, args: argsOf(arg), kinds: bridge.kinds, entities: handle.getState().entities };
}

/** Stores complete data of the cache as a response. */
export function storeWhole(
  handle: StoreHandle,
  { name, definition }: BridgedEndpoint,
  arg: unknown,
  data: object,
  isBatched = false,
) {
  try {
    const landed = handle.nextNumber();
    const response = toPlain(data);
    handle.dispatch(setResponse(definition, { args: argsOf(arg), response, landed, isBatched }));
  } catch (error) {
    warnOfCacheOnly(`An update of ${name}`, error);
  }
}
