import type { HydrateAction } from '../actions/hydrate';
import { isPlainObject } from '../plain/isPlainObject';
import { warnOnce } from '../plain/warnOnce';
import { getCell } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import { createOwner, type Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { type Cell, emptyTable, type Table } from '../tables/Table';
import type { Freshness } from '../types/Freshness';
import type { DataState, Indexes } from '../types/State';
import { commit } from './commit';
import { isKind } from './isKind';
import { isStoredRecord, isStoredResponse } from './isStored';

/** Takes over what another store held: of two versions the later stays, and what has expired does not come along. */
export function onHydrate(state: DataState, { saved, date }: HydrateAction): DataState {
  if (!isSaved(saved)) {
    warnOnce(
      'hydrate',
      'Nothing was taken over: what was given to hydrate() is not what dehydrate() returns. ' +
        'It may be of another version; start without it.',
    );
    return state;
  }
  const owner = createOwner();
  const changed = new Map<string, Set<string>>();
  const isFresh = ({ meta }: Cell<unknown, Freshness>) => meta.expiresAt > date;

  const entities = mergeAll(state.entities, saved.entities, (kind, into, from) =>
    merge(into, from, owner, (pk, cell, stored) => {
      const grave = getCell(state.deleted[kind], pk)?.meta ?? Number.NEGATIVE_INFINITY;
      const isWanted =
        isStoredRecord(cell) && isFresh(cell) && isLater(cell, stored) && cell.meta.fetchedAt > grave;
      if (isWanted) changed.set(kind, (changed.get(kind) ?? new Set()).add(pk));
      return isWanted;
    }),
  );
  const deleted = mergeAll(state.deleted, saved.deleted, (_kind, into, from) =>
    merge(
      into,
      from,
      owner,
      (_pk, { meta }, stored) => Number.isFinite(meta) && (stored === undefined || meta > stored.meta),
    ),
  );
  const indexes = mergeAll(state.indexes, saved.indexes, (_kind, into = {}, from) =>
    mergeAll(into, from, (_field, index, other) =>
      merge(index, other, owner, (_, { value }, stored) => typeof value === 'string' && stored === undefined),
    ),
  ) as Indexes;
  const requests: string[] = [];
  const endpoints = merge(state.endpoints, saved.endpoints, owner, (key, cell, stored) => {
    const isWanted = isStoredResponse(cell) && isFresh(cell) && isLater(cell, stored);
    if (isWanted) requests.push(key);
    return isWanted;
  });
  return commit(state, { parts: { entities, deleted, indexes, endpoints }, changed, requests }, owner);
}

/** The shape of what `dehydrate` returns; each cell inside the tables is looked at when it is taken over. */
function isSaved(saved: unknown): saved is HydrateAction['saved'] {
  if (!isPlainObject(saved)) return false;
  const { entities, deleted, indexes, endpoints } = saved;
  return (
    isRecordOf(entities, isTable) &&
    isRecordOf(deleted, isTable) &&
    isRecordOf(indexes, fields => isRecordOf(fields, isTable)) &&
    isTable(endpoints)
  );
}

function isRecordOf(value: unknown, isPart: (part: unknown) => boolean): boolean {
  return isPlainObject(value) && Object.values(value).every(isPart);
}

function isTable(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { size, next, root } = value;
  return typeof size === 'number' && typeof next === 'number' && typeof root === 'object';
}

function isLater(cell: Cell<unknown, Freshness>, stored: Cell<unknown, Freshness> | undefined): boolean {
  return stored === undefined || cell.meta.fetchedAt > stored.meta.fetchedAt;
}

function mergeAll<T>(
  into: Readonly<Record<string, T>>,
  from: Readonly<Record<string, T>>,
  mergeOne: (name: string, into: T | undefined, from: T) => T,
): Readonly<Record<string, T>> {
  const merged = Object.entries(from)
    .filter(([name]) => isKind(name))
    .map(([name, part]) => [name, mergeOne(name, into[name], part)]);
  return { ...into, ...Object.fromEntries(merged) };
}

function merge<V, M>(
  into: Table<V, M> | undefined,
  from: Table<V, M>,
  owner: Owner,
  isWanted: (key: string, cell: Cell<V, M>, stored: Cell<V, M> | undefined) => boolean,
): Table<V, M> {
  let merged = into ?? emptyTable<V, M>();
  forEachCell(from, (key, cell) => {
    if (isWanted(key, cell, getCell(into, key))) merged = putCell(merged, key, cell, owner);
  });
  return merged;
}
