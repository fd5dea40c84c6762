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
import { beginningIn } from './bridgedRequests';
import type { CachedData } from './cachedData';
import {
  type ChangedData,
  type ChangedField,
  type Compared,
  changedRows,
  rowsBefore,
  type TakenRows,
} from './changedRows';
import { warnOfCacheOnly } from './rtkError';

/** The manual updates of RTK Query's cache in one store. */
export interface ChangesByHand extends Pick<BridgedStore, 'change' | 'undo'> {
  /** Stores what has changed in the cache. */
  take(handle: StoreHandle): void;
}

/** Stores an app's manual updates of RTK Query's cache. */
export function changesByHand(
  bridge: Bridge,
  dispatch: MiddlewareAPI['dispatch'],
  cache: CachedData,
): ChangesByHand {
  /** The changes of the running manual update, and those that it undoes. */
  let noted: CacheChange[] | undefined;
  let undone: readonly CacheChange[] = [];
  /** Elements that were removed from lists by hand, and may be inserted into others. */
  const taken: TakenRows = new Map();
  /** The records in cached data, memoized: normalized once, however often a record is inserted by hand. */
  const recordsOf = new WeakMap<BridgedEndpoint, WeakMap<object, Entities>>();

  function takeChanges(handle: StoreHandle) {
    for (const change of cache.changes()) {
      noted?.push(change);
      const { endpoint, arg, before, after } = change;
      try {
        const earlier = undone.find(({ key }) => key === change.key);
        if (earlier !== undefined) takeBack(handle, earlier);
        else if (!isObject(after)) continue;
        else if (isObject(before)) take(handle, change);
        else storeWhole(handle, endpoint, arg, after);
      } catch (error) {
        warnOfCacheOnly(`An update of ${endpoint.name}`, error);
      }
    }
  }

  function take(handle: StoreHandle, change: CacheChange) {
    const { key, endpoint, arg, before, after } = change;
    let others: readonly Entities[] | undefined;
    const isCopy = (kind: string, pk: string, row: EntityRow) => {
      others ??= cache.others(key).map(other => recordsIn(...other));
      return others.some(entities => sameValue(getValue(entities[kind], pk), row));
    };
    const onRenewed = (fields: readonly ChangedField[]) => change.renewed.push(fields);
    const query = { ...compared(bridge, handle, endpoint, arg), taken, isCopy, onRenewed };
    const data = changedRows(query, before, after);
    if (isEmpty(data.rows) && data.lists.length === 0) return;
    const patches = beginningIn(handle);
    change.patches = patches;
    if (patches === undefined) store(handle, data);
    else patches.changes.set(change, data);
  }

  function recordsIn(endpoint: BridgedEndpoint, arg: unknown, data: unknown): Entities {
    if (!isObject(data)) return {};
    const known = getOrCreate(recordsOf, endpoint, newWeakMap<object, Entities>);
    return getOrCreate(
      known,
      data,
      () => attempt(() => normalize(endpoint.schema, data, argsOf(arg)).entities) ?? {},
    );
  }

  /** Rolls a change back, by keys. A mutation that failed needs nothing more: its changes were optimistic only. */
  function takeBack(handle: StoreHandle, change: CacheChange) {
    const { endpoint, arg, before, after, patches, renewed } = change;
    patches?.changes.delete(change);
    if (patches && !patches.isDone) return;
    const query = compared(bridge, handle, endpoint, arg);
    // A field that was changed again since stays.
    const isLeftOut = ({ kind, pk, field, before: made }: ChangedField) =>
      !sameValue((getValue(query.entities[kind], pk) as EntityRow | undefined)?.[field], made);
    store(handle, changedRows({ ...query, isLeftOut }, after, before));
    const rows = rowsBefore(query, renewed);
    if (!isEmpty(rows)) store(handle, { rows, news: {}, lists: [] });
  }

  /** Whether records have moved since a change that changed only their fields. */
  function isShifted({ key, endpoint, arg, before, after }: CacheChange): boolean {
    const [old, made, current] = [before, after, cache.read(key)].map(data =>
      attempt(() => {
        const { result, entities } = normalize(endpoint.schema, data, argsOf(arg));
        return [result, filterFields(entities, kind => bridge.kinds[kind] === undefined)];
      }),
    );
    return sameValue(old, made) && !sameValue(made, current);
  }

  function store(handle: StoreHandle, change: ChangedData) {
    handle.dispatch(set(bridge.changes, { value: [change], landed: handle.nextNumber() }));
  }

  return {
    take: takeChanges,
    change<T>(run: () => T) {
      const outer = noted;
      const changes: CacheChange[] = [];
      noted = changes;
      try {
        return [run(), changes] as const;
      } finally {
        noted = outer;
      }
    },
    undo(changes: readonly CacheChange[], run: () => void) {
      if (!changes.every(change => change.isThere())) return;
      // Undone already: RTK Query would insert the removed elements again.
      if (
        changes.length > 0 &&
        changes.every(({ key, undoneTo }) => undoneTo && undoneTo === cache.read(key))
      )
        return;
      undone = changes;
      try {
        if (changes.some(isShifted)) for (const change of changes) takeBack(handleOf(dispatch), change);
        else run();
        for (const change of changes) change.undoneTo = cache.read(change.key);
      } finally {
        undone = [];
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
