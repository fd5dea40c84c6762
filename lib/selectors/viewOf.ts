import { withCreatedAs } from '../normalize/withCreatedAs';
import type { Stored } from '../normalize/writeResponse';
import { filterFields } from '../plain/filterFields';
import { passNotesOn } from '../plain/versionNotes';
import { deleteCell } from '../tables/deleteCell';
import { diffKinds } from '../tables/diffKinds';
import { diffTables } from '../tables/diffTables';
import { getCell } from '../tables/getCell';
import { createOwner, type Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import type { Table } from '../tables/Table';
import type { DataState, Entities, OptimisticUpdate } from '../types/State';
import { shownBeside } from '../types/shownIn';
import { optimisticLayer, type Place, type Places, placeOf } from './optimisticLayer';
import { twinsOf } from './twinOf';

/**
 * What readers see: the confirmed state with the pending updates laid over it, in order.
 *
 * Memoized by both: an action that changes neither costs nothing, and one more pending update costs its own size.
 * When an update is settled and no other reads or writes what this changes, only the changes are written again: a
 * burst of mutations costs as much as the same mutations one by one.
 */
export function viewOf(state: DataState): Stored {
  if (state.optimistic.length === 0) return state;
  const cached = views.get(state);
  if (cached !== undefined) return cached;
  const lineage = lineageOf(state.optimistic);
  const { latest } = lineage;
  lineage.latest = nextView(latest, state) ?? viewFrom(latest, baseOf(state), [], state);
  views.set(state, lineage.latest.stored);
  return lineage.latest.stored;
}

const views = new WeakMap<DataState, Stored>();
const bases = new WeakMap<Entities, Stored>();

/** The confirmed tables as one object, which stays the same while none of them changes. */
export function baseOf({ entities, deleted, indexes, endpoints }: Stored): Stored {
  const cached = bases.get(entities);
  if (cached?.deleted === deleted && cached.indexes === indexes && cached.endpoints === endpoints)
    return cached;
  const base = { entities, deleted, indexes, endpoints };
  bases.set(entities, base);
  return base;
}

/** A view, and what it was made from. */
interface View {
  readonly base: Stored;
  readonly updates: readonly OptimisticUpdate[];
  /** What each update reads and writes; `undefined` if that is unknown. */
  readonly places: readonly (Places | undefined)[];
  readonly stored: Stored;
}

/** The latest view of updates that are pending together. */
interface Lineage {
  latest?: View;
}

const lineages = shownBeside as WeakMap<OptimisticUpdate, Lineage>;

function lineageOf(updates: readonly OptimisticUpdate[]): Lineage {
  const [first] = updates;
  const lineage = (first && lineages.get(first)) ?? {};
  for (let i = updates.length - 1; i >= 0; i--) {
    const update = updates[i] as OptimisticUpdate;
    if (lineages.get(update) === lineage) break;
    lineages.set(update, lineage);
  }
  return lineage;
}

/** Lays updates over a view, or over the confirmed tables. */
function viewFrom(
  latest: View | undefined,
  base: Stored,
  below: readonly (Places | undefined)[],
  state: DataState,
  stored = base,
): View {
  const { optimistic: updates } = state;
  const places = [...below];
  const twins = twinsOf(state);
  let current = stored;
  updates.forEach((update, i) => {
    if (i < below.length) return;
    const confirmedTwins = twins.get(update);
    for (const { kind, pk, createdAs } of confirmedTwins ?? [])
      current = withCreatedAs(current, kind, pk, createdAs, createOwner());
    // Once those records are deleted, this update must not bring them back.
    const areStored = confirmedTwins?.every(
      ({ kind, pk }) => getCell(current.entities[kind], pk) !== undefined,
    );
    const layer =
      areStored === false
        ? { stored: current, places: undefined }
        : optimisticLayer(current, update, state, latest?.stored.entities, confirmedTwins);
    places.push(layer.places);
    current = layer.stored;
  });
  return { base, updates, places, stored: current };
}

/** The next view, computed from the changes since the latest; `undefined` if they are not enough. */
function nextView(latest: View | undefined, state: DataState): View | undefined {
  if (latest === undefined) return undefined;
  const base = baseOf(state);
  const { places, settled } = splitPlaces(latest, state.optimistic);
  if (base === latest.base && settled.length === 0)
    return viewFrom(latest, base, places, state, latest.stored);
  // Places do not cover indexes, so an update's index entries cannot be removed by them.
  if (settled.length > 0 && latest.stored.indexes !== latest.base.indexes) return undefined;
  const changed = changedPlaces(latest.base, base, settled);
  if (changed === undefined || places.some(own => own === undefined || isAffected(own, changed)))
    return undefined;
  const stored = withConfirmedPlaces(latest, base, changed);
  return stored && viewFrom(latest, base, places, state, stored);
}

/** The places of the updates that are still pending, and of those that are settled. */
function splitPlaces({ updates, places }: View, pending: readonly OptimisticUpdate[]) {
  const kept: (Places | undefined)[] = [];
  const settled: (Places | undefined)[] = [];
  updates.forEach((update, i) => {
    const isPending = pending[kept.length] === update;
    (isPending ? kept : settled).push(places[i]);
  });
  return { places: kept, settled };
}

/** More changes than this are not worth checking one by one. */
const MAX_CHANGES = 1_000;

/** The places that changed, and whether the change shows: a record may only have a new stamp. */
function changedPlaces(
  before: Stored,
  after: Stored,
  settled: readonly (Places | undefined)[],
): Places | undefined {
  if (before.indexes !== after.indexes || settled.includes(undefined)) return undefined;
  const changed = new Map<Place, boolean>();
  for (const places of settled)
    for (const [place, isWritten] of places ?? []) if (isWritten) changed.set(place, true);
  const note = (kind: string, key: string, isShown: boolean) => {
    if (changed.size > MAX_CHANGES) return;
    const place = placeOf(kind, key);
    changed.set(place, isShown || !!changed.get(place));
  };
  diffKinds(before.entities, after.entities, (kind, pk, from, to) =>
    note(kind, pk, from?.value !== to?.value),
  );
  diffKinds(before.deleted, after.deleted, (kind, pk) => note(kind, pk, true));
  diffTables(before.endpoints, after.endpoints, key => note('', key, true));
  return changed.size > MAX_CHANGES ? undefined : changed;
}

/** Whether an update's outcome may change. Stamps do not matter for what it only reads, except of whole tables. */
function isAffected(places: Places, changed: Places): boolean {
  // Changes are few, but an update has a dozen places, and many updates may be pending.
  for (const [place, isShown] of changed) {
    const isWritten = places.has(place.slice(0, place.indexOf('\n') + 1)) || places.get(place);
    if (isWritten !== undefined && (isShown || isWritten)) return true;
  }
  return false;
}

/** A view with some places reset to their confirmed values; `undefined` if that would change the order of records. */
function withConfirmedPlaces(
  { stored: view, base: before }: View,
  base: Stored,
  places: Places,
): Stored | undefined {
  const owner = createOwner();
  const entities = { ...view.entities, ...untouched(view.entities, before.entities, base.entities) };
  const deleted = { ...view.deleted, ...untouched(view.deleted, before.deleted, base.deleted) };
  let { endpoints } = view;
  for (const [kind, key] of inOrderOfArrival(places, base)) {
    if (kind === '') {
      endpoints = withConfirmedCell(endpoints, base.endpoints, key, owner);
      continue;
    }
    const records = entities[kind];
    if (records !== undefined && records !== base.entities[kind]) {
      const isNew = getCell(base.entities[kind], key) !== undefined && getCell(records, key) === undefined;
      // Records that an update creates come after all confirmed ones.
      if (isNew && view.entities[kind]?.next !== before.entities[kind]?.next) return undefined;
      entities[kind] = withConfirmedCell(records, base.entities[kind], key, owner);
    }
    const tombstones = deleted[kind];
    if (tombstones !== undefined && tombstones !== base.deleted[kind]) {
      deleted[kind] = withConfirmedCell(tombstones, base.deleted[kind], key, owner);
    }
  }
  passNotesOn(view.entities, entities);
  return { entities, deleted, indexes: view.indexes, endpoints };
}

function inOrderOfArrival(places: Places, { entities }: Stored): [kind: string, key: string][] {
  const pairs = Array.from(places.keys(), (place): [string, string] => {
    const separator = place.indexOf('\n');
    return [place.slice(0, separator), place.slice(separator + 1)];
  });
  const orderOf = ([kind, key]: [string, string]) => getCell(entities[kind], key)?.order ?? 0;
  return pairs.sort((a, b) => orderOf(a) - orderOf(b));
}

/** The confirmed tables of the kinds that no update has touched. */
function untouched<T>(
  view: Readonly<Record<string, T>>,
  before: Readonly<Record<string, T>>,
  base: Readonly<Record<string, T>>,
): Record<string, T> {
  return filterFields(base, kind => view[kind] === before[kind]);
}

function withConfirmedCell<V, M>(
  table: Table<V, M>,
  from: Table<V, M> | undefined,
  key: string,
  owner: Owner,
): Table<V, M> {
  const cell = getCell(from, key);
  return cell === undefined ? deleteCell(table, key, owner) : putCell(table, key, cell, owner);
}
