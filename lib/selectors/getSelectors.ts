import { storedKeyOf } from '../definitions/keyOf';
import { isSameList } from '../plain/isSameList';
import { All } from '../schema/All';
import { assertRecordSchema } from '../schema/assertSchema';
import type { EntityClass } from '../schema/EntityClass';
import { assertRoot, sliceAt } from '../store/sliceAt';
import type { Loose } from '../types/Loose';
import type { DataState } from '../types/State';
import { memoizeByState } from './memoizeByState';
import { selectQuery } from './selectQuery';

/** The selectors of one kind of entity, named as those of `createEntityAdapter`. */
export interface EntitySelectors<E> {
  /** Primary keys, in order of arrival. */
  selectIds(rootState: unknown): readonly string[];
  /** Records by primary key. */
  selectEntities(rootState: unknown): Readonly<Record<string, E>>;
  /** Records, in order of arrival. */
  selectAll(rootState: unknown): readonly E[];
  selectTotal(rootState: unknown): number;
  /** One record, with what it refers to; `undefined` if there is none. */
  selectById(rootState: unknown, id: string | number): E | undefined;
}

/**
 * Selectors of all stored records of one kind, as readers see them: joined, with
 * optimistic updates.
 *
 * All of them return the same object for as long as nothing in it changes.
 *
 * @param selectSlice finds the slice if it is not mounted at the default path
 * @example
 * ```ts
 * import { getSelectors } from 'rdc-toolkit';
 *
 * const { selectAll, selectById } = getSelectors(Todo);
 * const todo = selectById(store.getState(), '5');
 * ```
 */
export function getSelectors<E extends object>(
  entity: EntityClass<E>,
  selectSlice: (rootState: Loose) => DataState | undefined = sliceAt,
): EntitySelectors<E> {
  if (process.env.NODE_ENV !== 'production') assertRecordSchema('getSelectors()', entity);
  const all = new All(entity);
  const select = memoizeByState(state => (selectQuery(state, all, []) ?? NONE) as readonly E[]);
  const slice = (rootState: unknown) => {
    if (process.env.NODE_ENV !== 'production') assertRoot(rootState, selectSlice);
    return selectSlice(rootState);
  };
  const selectAll = (rootState: unknown) => {
    const state = slice(rootState);
    return state === undefined ? NONE : select(state);
  };
  let latest: Keyed<E> | undefined;
  const keyed = (rootState: unknown) => {
    latest = byKey(entity, selectAll(rootState), latest) as Keyed<E>;
    return latest;
  };
  return {
    selectAll,
    selectIds: rootState => keyed(rootState).ids,
    selectEntities: rootState => keyed(rootState).entities,
    selectTotal: rootState => selectAll(rootState).length,
    selectById: (rootState, id) => selectQuery(slice(rootState), entity, [id]) as E | undefined,
  };
}

const NONE: readonly never[] = Object.freeze([]);

interface Keyed<E> {
  readonly ids: readonly string[];
  readonly entities: Readonly<Record<string, E>>;
}

const keyedLists = new WeakMap<readonly object[], Keyed<object>>();

/** The keys of a list and its records by key, computed once for each version of the list. */
function byKey(
  entity: EntityClass,
  records: readonly object[],
  earlier: Keyed<object> | undefined,
): Keyed<object> {
  const cached = keyedLists.get(records);
  if (cached !== undefined) return cached;
  const entries = records.map(record => [storedKeyOf(record) ?? entity.pk(record) ?? '', record] as const);
  const ids = entries.map(([id]) => id);
  const keyed = {
    ids: earlier && isSameList(earlier.ids, ids) ? earlier.ids : Object.freeze(ids),
    entities: Object.freeze(Object.fromEntries(entries)),
  };
  keyedLists.set(records, keyed);
  return keyed;
}
