import { type HydrateAction, warnNotSaved } from '../actions/hydrate';
import { indexWriter } from '../normalize/indexWriter';
import { eachText } from '../plain/allWithin';
import { getOrCreate, newSet } from '../plain/getOrCreate';
import { isPlainObject } from '../plain/isPlainObject';
import { own } from '../plain/own';
import { commit } from '../slice/commit';
import { isKind } from '../slice/isKind';
import { mergedLinks } from '../slice/withLinks';
import { isTable, withSoundParts } from '../store/readableSlice';
import { deleteCell } from '../tables/deleteCell';
import { getCell, getValue } from '../tables/getCell';
import { orderedCells } from '../tables/iterate';
import { createOwner, type Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { type Cell, emptyTable, type Table } from '../tables/Table';
import { type DoubtsByKind, doubtsOf, noteDoubt, withDoubts } from '../types/doubts';
import { type Freshness, leftOf } from '../types/Freshness';
import type { DataState, EntityRow, Links, RecordMeta, RecordOverlap, Row, Tombstone } from '../types/State';
import { isLater, isStoredRecord, isStoredResponse, onOurClock } from './savedCells';

/**
 * Merges the state of another store: of two versions the later one stays, and expired data is left out unless a page
 * shows it already. Data that was expired or invalidated by hand is merged.
 */
export function onHydrate(
  state: DataState,
  { saved: unchecked, date, isShown: shown }: HydrateAction,
): DataState {
  if (!isSaved(unchecked)) {
    warnNotSaved();
    return state;
  }
  const isShown = shown === true;
  const saved = withSoundParts(unchecked);
  // A save date in the future shows how far, at least, the other clock is ahead.
  const ahead = Math.max(0, (saved.date ?? 0) - date) || 0;
  const byOurClock = <V, M extends Freshness>(cell: Cell<V, M>) => onOurClock(cell, date, state.order, ahead);
  const owner = createOwner();
  const changed = new Map<string, Set<string>>();
  // Without an expired or invalidated response, its records would be shown as if they were still good.
  const isUsable = ({ meta }: Cell<unknown, Freshness>) =>
    isShown || meta.expiresAt > date || meta.expiresAt <= 0;
  let referenced: ReadonlySet<string> | undefined;
  /** Expired records are merged if something refers to them, so that no list lacks them. */
  const isReferenced = (pk: string) => {
    referenced ??= referencedKeys(saved, cell => isUsable(byOurClock(cell)));
    return referenced.has(pk);
  };

  const markChanged = (kind: string, pk: string) => getOrCreate(changed, kind, newSet<string>).add(pk);

  const newDoubts: DoubtsByKind = new Map();
  const mutatedAt = Math.max(...state.mutations.map(key => getCell(state.endpoints, key)?.meta.date ?? 0));
  /** Whether it is a list from before a mutation of this store, whose effect on the list is unknown. */
  const predatesMutation = (kind: string, { value, meta }: Cell<unknown, Freshness>) =>
    (Array.isArray(value) || kind.startsWith('{')) && meta.fetchedAt < mutatedAt;
  let { overlaps } = state;
  /** A record that comes while a creation is in flight may be the created one, as with a poll. */
  function noteReceived(kind: string, pk: string, brought: EntityRow) {
    const times = { began: 0, left: 0, since: 0, landed: state.order + 1, beforeSince: 0 };
    const overlap = { notes: [{ ...times, brought, before: null }], owners: {}, goneAt: 0 };
    const table = overlaps[kind] ?? emptyTable<RecordOverlap, null>();
    overlaps = { ...overlaps, [kind]: putCell(table, pk, { value: overlap, meta: null }, owner) };
  }
  const ownEntities = { ...state.entities };
  const ownIndexes = indexWriter(state.indexes, owner);
  /** Deletes a record that was deleted in another store; returns false if the record came later. */
  function deleteRecord(kind: string, pk: string, goneAt: number): boolean {
    const table = ownEntities[kind];
    const cell = getCell(table, pk);
    if (table === undefined || cell?.value === undefined) return true;
    if (cell.meta.date > goneAt) return false;
    ownEntities[kind] = deleteCell(table, pk, owner);
    ownIndexes.move(kind, pk, cell.value, undefined);
    markChanged(kind, pk);
    return true;
  }
  /** The stamps, as saved, of the merged records. */
  const mergedStamps = new Map<string, Freshness>();
  /** Indexes a record by its current values, except a value by which a later record is found. */
  function indexRecord(
    kind: string,
    pk: string,
    before: Row | undefined,
    { value, meta }: Cell<Row, RecordMeta>,
  ) {
    mergedStamps.set(`${kind} ${pk}`, meta);
    const indexed = [state.indexes, saved.indexes].flatMap(indexes => Object.keys(own(indexes, kind) ?? {}));
    const belongsToLater = (field: string) => {
      const other = getValue(ownIndexes.result()[kind]?.[field], String((value as EntityRow)[field])) ?? pk;
      const mergedMeta = mergedStamps.get(`${kind} ${other}`);
      const otherMeta = mergedMeta ?? getCell(ownEntities[kind], other)?.meta;
      const lead = (otherMeta?.fetchedAt ?? -Infinity) - meta.fetchedAt;
      return lead > 0 || (lead === 0 && mergedMeta !== undefined && leftOf(mergedMeta) > leftOf(meta));
    };
    for (const field of new Set(indexed))
      ownIndexes.move(kind, pk, before, belongsToLater(field) ? undefined : value, [field]);
  }

  let deleted = mergeAll(state.deleted, saved.deleted, (kind, into, from) =>
    merge(into, from, owner, (pk, cell, stored) => {
      const deletedAt = dateOf(cell.meta);
      if (deletedAt === undefined) return undefined;
      const goneAt = Math.min(deletedAt - ahead, date);
      return deleteRecord(kind, pk, goneAt) && (stored === undefined || goneAt > stored.meta.date)
        ? { ...cell, meta: { date: goneAt } }
        : undefined;
    }),
  );
  const entities = mergeAll(ownEntities, saved.entities, (kind, into, from) =>
    merge(into, from, owner, (pk, savedCell, stored) => {
      if (!isStoredRecord(savedCell)) return undefined;
      const cell = byOurClock(savedCell);
      if (!(isUsable(cell) || isReferenced(pk)) || !isLater(cell, stored, isShown)) return undefined;
      const tombstones = deleted[kind];
      const goneAt = getCell(tombstones, pk)?.meta.date ?? -Infinity;
      // What a server sends came after what it sent before, even within one millisecond.
      if (isShown ? cell.meta.fetchedAt < goneAt : cell.meta.fetchedAt <= goneAt) return undefined;
      markChanged(kind, pk);
      indexRecord(kind, pk, stored?.value, {
        ...cell,
        meta: { ...savedCell.meta, fetchedAt: cell.meta.fetchedAt },
      });
      if (tombstones !== undefined && goneAt > -Infinity)
        deleted = { ...deleted, [kind]: deleteCell(tombstones, pk, owner) };
      // The lowest number, so that any fetch of this store ends the doubt.
      if (predatesMutation(kind, cell) || typeof own(saved.doubts?.[kind], pk) === 'number')
        noteDoubt(newDoubts, kind, pk, 1);
      if (stored === undefined && state.optimistic.length > 0 && isPlainObject(cell.value))
        noteReceived(kind, pk, cell.value);
      return cell;
    }),
  );
  const requests: string[] = [];
  const endpoints = merge(state.endpoints, saved.endpoints, owner, (key, savedCell, stored) => {
    if (!isStoredResponse(savedCell)) return undefined;
    const cell = byOurClock(savedCell);
    if (!isUsable(cell) || !isLater(cell, stored, isShown)) return undefined;
    requests.push(key);
    return cell;
  });
  // A request that is sent again may name records by their temporary keys.
  const savedAliases = isTable(saved.aliases) ? saved.aliases : emptyTable<string, null>();
  const aliases = merge(state.aliases, savedAliases, owner, (_key, cell, stored) =>
    typeof cell.value === 'string' && stored === undefined ? { ...cell, meta: null } : undefined,
  );
  const links = linksOf(state, saved, [...changed.keys()]);
  const doubts = newDoubts.size === 0 ? state.doubts : withDoubts(state.doubts, doubtsOf(newDoubts));
  const parts = {
    entities,
    deleted,
    indexes: ownIndexes.result(),
    endpoints,
    aliases,
    links,
    doubts,
    overlaps,
  };
  return commit(state, { parts, changed, requests }, owner);
}

/** All strings in usable cells and in records whose keys are among them: at least the keys of all that these show. */
function referencedKeys(
  { entities, endpoints }: HydrateAction['saved'],
  isUsable: (cell: Cell<unknown, Freshness>) => boolean,
): ReadonlySet<string> {
  const referenced = new Set<string>();
  const addTexts = (value: unknown) => eachText(value, text => referenced.add(text));
  const tables = Object.values(entities);
  for (const [, cell] of [endpoints, ...tables].flatMap<[string, Cell<unknown, Freshness>]>(orderedCells)) {
    if (isStoredResponse(cell) && isUsable(cell)) addTexts(cell.value);
  }
  // The loop also visits keys that are added meanwhile.
  for (const pk of referenced) for (const table of tables) addTexts(getValue(table, pk));
  return referenced;
}

/** The links of both stores, for the kinds of the merged records. */
function linksOf(state: DataState, saved: HydrateAction['saved'], kinds: readonly string[]): Links {
  const { links = {} } = state;
  const savedLinks = isPlainObject(saved.links) ? saved.links : {};
  const merged = kinds.map(
    kind => [kind, mergedLinks(own(links, kind), own(savedLinks, kind) ?? null)] as const,
  );
  const changedLinks = merged.filter(([kind, fields]) => links[kind] !== fields);
  return changedLinks.length === 0 ? links : { ...links, ...Object.fromEntries(changedLinks) };
}

/** When a record was deleted in another store; version 0.1 stored only the time. */
function dateOf(meta: unknown): number | undefined {
  const date = typeof meta === 'number' ? meta : (meta as Partial<Tombstone> | null)?.date;
  return Number.isFinite(date) ? date : undefined;
}

/** Whether a value has the shape that `dehydrate` returns; the cells in its tables are checked when they are merged. */
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

/** Adds the cells that `mergeCell` makes of another table's cells, in their order. */
function merge<V, M>(
  into: Table<V, M> | undefined,
  from: Table<V, M>,
  owner: Owner,
  mergeCell: (key: string, cell: Cell<V, M>, stored: Cell<V, M> | undefined) => Cell<V, M> | undefined,
): Table<V, M> {
  let merged = into ?? emptyTable<V, M>();
  for (const [key, otherCell] of orderedCells(from)) {
    const cell = mergeCell(key, otherCell, getCell(into, key));
    if (cell !== undefined) merged = putCell(merged, key, cell, owner);
  }
  return merged;
}
