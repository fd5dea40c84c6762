import type { GcAction } from '../actions/gc';
import { isAbsent } from '../denormalize/isCurrent';
import { indexWriter } from '../normalize/indexWriter';
import { getOrCreate, newSet } from '../plain/getOrCreate';
import { keepIfSame } from '../plain/sameValue';
import { missedBy } from '../slice/castDoubt';
import { commit } from '../slice/commit';
import { isKind } from '../slice/isKind';
import { deleteCell } from '../tables/deleteCell';
import { getCell, getValue } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import { createOwner, type Owner } from '../tables/Owner';
import type { Table } from '../tables/Table';
import { filterDoubts } from '../types/doubts';
import type { DataState } from '../types/State';

/** Removes the records and responses that an action names, with everything that leads to these records. */
export function onGc(state: DataState, { entities: keysByKind, requests }: GcAction): DataState {
  const removed = Object.fromEntries(Object.entries(keysByKind).filter(([kind]) => isKind(kind)));
  const owner = createOwner();
  const indexes = indexWriter(state.indexes, owner);
  const changed = new Map<string, Set<string>>();
  const removedKeys = new Map(Object.entries(removed).map(([kind, pks]) => [kind, new Set(pks)]));
  for (const [kind, pks] of Object.entries(removed)) {
    for (const pk of pks) {
      const row = getValue(state.entities[kind], pk);
      if (row === undefined) continue;
      getOrCreate(changed, kind, newSet<string>).add(pk);
      indexes.move(kind, pk, row, undefined);
    }
  }
  const removedRequests = new Set(requests);
  const mutations = state.mutations.filter(key => !removedRequests.has(key));
  const entities = withoutAll(state.entities, removed, owner);
  const endpoints = without(state.endpoints, requests, owner);
  const isMissed = missedBy({ endpoints, mutations });
  /** Whether a record is missing, and the failed reads that named it are gone. */
  const isForgotten = (kind: string, pk: string) => isAbsent(kind, pk, state) && !isMissed(pk);
  const parts = {
    entities,
    aliases: aliasesIn(entities, state.aliases, owner),
    deleted: withoutAll(state.deleted, removed, owner),
    indexes: indexes.result(),
    endpoints,
    mutations: keepIfSame(state.mutations, mutations),
    doubts: filterDoubts(
      state.doubts,
      (kind, pk) => !removedKeys.get(kind)?.has(pk) && !isForgotten(kind, pk),
    ),
  };
  const presentRequests = requests.filter(key => getCell(state.endpoints, key) !== undefined);
  return commit(state, { parts, changed, requests: presentRequests }, owner);
}

/** The temporary keys of records that are still there; the same object if all of them are. */
function aliasesIn(
  entities: DataState['entities'],
  aliases: DataState['aliases'],
  owner: Owner,
): DataState['aliases'] {
  const tables = Object.values(entities);
  let kept = aliases;
  forEachCell(aliases, (createdAs, { value: pk = '' }) => {
    if (!tables.some(table => getCell(table, pk) !== undefined)) kept = deleteCell(kept, createdAs, owner);
  });
  return kept;
}

/** The tables without some keys; the same object if no table holds any of them. */
function withoutAll<V, M>(
  tables: Readonly<Record<string, Table<V, M>>>,
  keysByKind: Readonly<Record<string, readonly string[]>>,
  owner: Owner,
): Readonly<Record<string, Table<V, M>>> {
  let after = tables;
  for (const [kind, pks] of Object.entries(keysByKind)) {
    const table = tables[kind];
    const rest = table && without(table, pks, owner);
    if (rest !== undefined && rest !== table) after = { ...after, [kind]: rest };
  }
  return after;
}

function without<V, M>(table: Table<V, M>, keys: readonly string[], owner: Owner): Table<V, M> {
  return keys.reduce((rest, key) => deleteCell(rest, key, owner), table);
}
