import { deleteCell } from '../tables/deleteCell';
import { getCell } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import { succeed } from '../tables/lineage';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { emptyTable } from '../tables/Table';
import type { Freshness } from '../types/Freshness';
import type { TableSchema } from '../types/Schema';
import type { EntityTable, RecordMeta, Row, Tables } from '../types/State';
import { settledAt } from '../types/settledAt';
import { type IndexWriter, indexWriter } from './indexWriter';

/** Writes records into tables, and remembers which of them it changed. */
export interface RecordWriter {
  /** Merges one row into its table, the later request winning field by field. */
  put(schema: TableSchema, pk: string, row: Row): void;
  /** Takes a record out of its table and remembers that it is gone. */
  remove(kind: string, pk: string): void;
  getRow(kind: string, pk: string): Row | undefined;
  forEachRow(kind: string, visit: (pk: string, row: Row) => void): void;
  /** The tables as written so far; parts that did not change are the same objects as before. */
  tables(): Tables;
  /** Primary keys of the records that changed, by kind. */
  readonly changed: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Starts writing on top of `before`, which is never changed itself.
 *
 * Only what differs is written: a record that repeats what is stored keeps its row.
 */
export function recordWriter(before: Tables, meta: Freshness, owner: Owner): RecordWriter {
  const entities = copyOnWrite(before.entities);
  const deleted = copyOnWrite(before.deleted);
  const indexes: IndexWriter = indexWriter(before.indexes, owner);
  const changed = new Map<string, Set<string>>();

  const tableOf = (kind: string): EntityTable => entities.get(kind) ?? emptyTable<Row, RecordMeta>();
  const getRow = (kind: string, pk: string) => getCell(entities.get(kind), pk)?.value;

  function markChanged(kind: string, pk: string) {
    const pks = changed.get(kind);
    if (pks === undefined) changed.set(kind, new Set([pk]));
    else pks.add(pk);
  }

  /** A record stays deleted for whatever left before that was known; anything later is welcome. */
  function isGone(kind: string, pk: string): boolean {
    const graves = deleted.get(kind);
    const grave = getCell(graves, pk);
    if (graves === undefined || grave === undefined) return false;
    if (grave.meta > meta.fetchedAt) return true;
    deleted.set(kind, deleteCell(graves, pk, owner));
    return false;
  }

  function put(schema: TableSchema, pk: string, incoming: Row) {
    const kind = schema.key;
    const table = tableOf(kind);
    const cell = getCell(table, pk);
    if (cell?.value === undefined) {
      if (isGone(kind, pk)) return;
      entities.set(kind, putCell(table, pk, { value: incoming, meta: stampOf(meta) }, owner));
      indexes.move(schema, pk, undefined, incoming);
      markChanged(kind, pk);
      return;
    }
    const row = schema.mergeWithStore(cell.meta, meta, cell.value, incoming);
    const merged = schema.mergeMetaWithStore(cell.meta, meta, cell.value, incoming);
    const rowMeta = merged === meta ? stampOf(meta) : merged;
    entities.set(kind, putCell(table, pk, { value: row, meta: rowMeta }, owner));
    if (row === cell.value) return;
    succeed(cell.value, row);
    indexes.move(schema, pk, cell.value, row);
    markChanged(kind, pk);
  }

  function remove(kind: string, pk: string) {
    const table = tableOf(kind);
    const cell = getCell(table, pk);
    const goneAt = settledAt(meta);
    if (cell !== undefined && cell.meta.fetchedAt > goneAt) return;
    deleted.set(kind, putCell(deleted.get(kind) ?? emptyTable(), pk, { meta: goneAt }, owner));
    if (cell?.value === undefined) return;
    entities.set(kind, deleteCell(table, pk, owner));
    indexes.forget(kind, pk, cell.value);
    markChanged(kind, pk);
  }

  /** One stamp object for all records that this response brings. */
  let stamp: RecordMeta | undefined;
  function stampOf({ fetchedAt, sentAt, date, expiresAt }: Freshness): RecordMeta {
    stamp ??= { fetchedAt, ...(sentAt !== undefined && { sentAt }), date, expiresAt };
    return stamp;
  }

  return {
    put,
    remove,
    getRow,
    forEachRow: (kind, visit) =>
      forEachCell(entities.get(kind), (pk, cell) => {
        if (cell.value !== undefined) visit(pk, cell.value);
      }),
    tables() {
      const after = entities.result();
      succeed(before.entities, after);
      return { entities: after, deleted: deleted.result(), indexes: indexes.result() };
    },
    changed,
  };
}

/** A record of tables that is copied when the first of them is replaced. */
function copyOnWrite<T>(before: Readonly<Record<string, T>>) {
  let after: Record<string, T> | undefined;
  return {
    get: (name: string): T | undefined => {
      const current = after ?? before;
      return Object.hasOwn(current, name) ? current[name] : undefined;
    },
    set(name: string, table: T) {
      if ((after ?? before)[name] === table) return;
      after ??= { ...before };
      after[name] = table;
    },
    result: (): Readonly<Record<string, T>> => after ?? before,
  };
}
