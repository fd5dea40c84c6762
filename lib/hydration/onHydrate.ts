import { type HydrateAction, warnNotSaved } from '../actions/hydrate';
import { indexWriter } from '../normalize/indexWriter';
import { eachText } from '../plain/allWithin';
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
  { saved: given, date, isShown: shown }: HydrateAction,
): DataState {
  if (!isSaved(given)) {
    warnNotSaved();
    return state;
  }
  const isShown = shown === true;
  const saved = withSoundParts(given);
  // A save date in the future shows how far, at least, the other clock is ahead.
  const ahead = Math.max(0, (saved.date ?? 0) - date) || 0;
  const onOurs = <V, M extends Freshness>(cell: Cell<V, M>) => onOurClock(cell, date, state.order, ahead);
  const owner = createOwner();
  const changed = new Map<string, Set<string>>();
  // Without an expired or invalidated response, its records would be shown as if they were still good.
  const isWelcome = ({ meta }: Cell<unknown, Freshness>) =>
    isShown || meta.expiresAt > date || meta.expiresAt <= 0;
  let held: ReadonlySet<string> | undefined;
  /** Expired records are merged if something refers to them, so that no list lacks them. */
  const isHeld = (pk: string) => {
    held ??= keysHeld(saved, found => isWelcome(onOurs(found)));
    return held.has(pk);
  };

  const markChanged = (kind: string, pk: string) =>
    changed.set(kind, (changed.get(kind) ?? new Set()).add(pk));

  const cast: DoubtsByKind = new Map();
  const mutatedAt = Math.max(...state.mutations.map(key => getCell(state.endpoints, key)?.meta.date ?? 0));
  /** Whether it is a list from before a mutation of this store, whose effect on the list is unknown. */
  const isOutrun = (kind: string, { value, meta }: Cell<unknown, Freshness>) =>
    (Array.isArray(value) || kind.startsWith('{')) && meta.fetchedAt < mutatedAt;
  let { overlaps } = state;
  /** A record that comes while a creation is in flight may be the created one, as with a poll. */
  function noteSeen(kind: string, pk: string, brought: EntityRow) {
    const times = { began: 0, left: 0, since: 0, landed: state.order + 1, beforeSince: 0 };
    const overlap = { notes: [{ ...times, brought, before: null }], owners: {}, goneAt: 0 };
    const seen = overlaps[kind] ?? emptyTable<RecordOverlap, null>();
    overlaps = { ...overlaps, [kind]: putCell(seen, pk, { value: overlap, meta: null }, owner) };
  }
  const ownEntities = { ...state.entities };
  const ownIndexes = indexWriter(state.indexes, owner);
  /** Deletes a record that was deleted in another store; returns false if the record came later. */
  function bury(kind: string, pk: string, goneAt: number): boolean {
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
  const came = new Map<string, Freshness>();
  /** Indexes a record by its current values, except a value by which a later record is found. */
  function indexRecord(
    kind: string,
    pk: string,
    before: Row | undefined,
    { value, meta }: Cell<Row, RecordMeta>,
  ) {
    came.set(`${kind} ${pk}`, meta);
    const indexed = [state.indexes, saved.indexes].flatMap(of => Object.keys(own(of, kind) ?? {}));
    const isOfLater = (field: string) => {
      const other = getValue(ownIndexes.result()[kind]?.[field], String((value as EntityRow)[field])) ?? pk;
      const saidWith = came.get(`${kind} ${other}`);
      const its = saidWith ?? getCell(ownEntities[kind], other)?.meta;
      if (its === undefined || its.fetchedAt !== meta.fetchedAt)
        return its !== undefined && its.fetchedAt > meta.fetchedAt;
      return saidWith !== undefined && leftOf(saidWith) > leftOf(meta);
    };
    for (const field of new Set(indexed))
      ownIndexes.move(kind, pk, before, isOfLater(field) ? undefined : value, [field]);
  }

  let deleted = mergeAll(state.deleted, saved.deleted, (kind, into, from) =>
    merge(into, from, owner, (pk, cell, stored) => {
      const deletedAt = dateOf(cell.meta);
      if (deletedAt === undefined) return undefined;
      const goneAt = Math.min(deletedAt - ahead, date);
      return bury(kind, pk, goneAt) && (stored === undefined || goneAt > stored.meta.date)
        ? { ...cell, meta: { date: goneAt } }
        : undefined;
    }),
  );
  const entities = mergeAll(ownEntities, saved.entities, (kind, into, from) =>
    merge(into, from, owner, (pk, found, stored) => {
      if (!isStoredRecord(found)) return undefined;
      const cell = onOurs(found);
      if (!(isWelcome(cell) || isHeld(pk)) || !isLater(cell, stored, isShown)) return undefined;
      const tombstones = deleted[kind];
      const goneAt = getCell(tombstones, pk)?.meta.date ?? -Infinity;
      // What a server sends came after what it sent before, even within one millisecond.
      if (isShown ? cell.meta.fetchedAt < goneAt : cell.meta.fetchedAt <= goneAt) return undefined;
      markChanged(kind, pk);
      indexRecord(kind, pk, stored?.value, {
        ...cell,
        meta: { ...found.meta, fetchedAt: cell.meta.fetchedAt },
      });
      if (tombstones !== undefined && goneAt > -Infinity)
        deleted = { ...deleted, [kind]: deleteCell(tombstones, pk, owner) };
      // The lowest number, so that any fetch of this store ends the doubt.
      if (isOutrun(kind, cell) || typeof own(saved.doubts?.[kind], pk) === 'number')
        noteDoubt(cast, kind, pk, 1);
      if (stored === undefined && state.optimistic.length > 0 && isPlainObject(cell.value))
        noteSeen(kind, pk, cell.value);
      return cell;
    }),
  );
  const requests: string[] = [];
  const endpoints = merge(state.endpoints, saved.endpoints, owner, (key, found, stored) => {
    if (!isStoredResponse(found)) return undefined;
    const cell = onOurs(found);
    if (!isWelcome(cell) || !isLater(cell, stored, isShown)) return undefined;
    requests.push(key);
    return cell;
  });
  // A request that is sent again may name records by their temporary keys.
  const named = isTable(saved.aliases) ? saved.aliases : emptyTable<string, null>();
  const aliases = merge(state.aliases, named, owner, (_key, cell, stored) =>
    typeof cell.value === 'string' && stored === undefined ? { ...cell, meta: null } : undefined,
  );
  const links = linksOf(state, saved, [...changed.keys()]);
  const doubts = cast.size === 0 ? state.doubts : withDoubts(state.doubts, doubtsOf(cast));
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

/** All strings in welcome cells and in records whose keys are among them: at least the keys of all that these show. */
function keysHeld(
  { entities, endpoints }: HydrateAction['saved'],
  isWelcome: (cell: Cell<unknown, Freshness>) => boolean,
): ReadonlySet<string> {
  const held = new Set<string>();
  const hold = (value: unknown) => eachText(value, text => held.add(text));
  const tables = Object.values(entities);
  for (const [, cell] of [endpoints, ...tables].flatMap<[string, Cell<unknown, Freshness>]>(orderedCells)) {
    if (isStoredResponse(cell) && isWelcome(cell)) hold(cell.value);
  }
  // The loop also visits keys that are added meanwhile.
  for (const pk of held) for (const table of tables) hold(getValue(table, pk));
  return held;
}

/** The links of both stores, for the kinds of the merged records. */
function linksOf(state: DataState, saved: HydrateAction['saved'], kinds: readonly string[]): Links {
  const { links = {} } = state;
  const other = isPlainObject(saved.links) ? saved.links : {};
  const merged = kinds.map(kind => [kind, mergedLinks(own(links, kind), own(other, kind) ?? null)] as const);
  const news = merged.filter(([kind, fields]) => links[kind] !== fields);
  return news.length === 0 ? links : { ...links, ...Object.fromEntries(news) };
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

/** Adds the cells that `wanted` makes of another table's cells, in their order. */
function merge<V, M>(
  into: Table<V, M> | undefined,
  from: Table<V, M>,
  owner: Owner,
  wanted: (key: string, cell: Cell<V, M>, stored: Cell<V, M> | undefined) => Cell<V, M> | undefined,
): Table<V, M> {
  let merged = into ?? emptyTable<V, M>();
  for (const [key, found] of orderedCells(from)) {
    const cell = wanted(key, found, getCell(into, key));
    if (cell !== undefined) merged = putCell(merged, key, cell, owner);
  }
  return merged;
}
