import { known } from '../plain/known';
import { toPlain } from '../plain/toPlain';
import { deleteCell } from '../tables/deleteCell';
import { getCell } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import { succeed } from '../tables/lineage';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { emptyTable } from '../tables/Table';
import { type TableWriter, tableWriter } from '../tables/tableWriter';
import { type Freshness, leftOf } from '../types/Freshness';
import type { Landing } from '../types/Landing';
import { plainStamps } from '../types/plainStamps';
import type { Among, TableSchema } from '../types/Schema';
import type { Entities, EntityRow, RecordMeta, Row, Tables, Tombstone } from '../types/State';
import { type IndexWriter, indexWriter } from './indexWriter';
import type { OverlapWriter, StoredRecord } from './OverlapWriter';
import { withNested } from './withNested';

/** Writes records into tables, and tracks which of them it changed. */
export interface RecordWriter {
  /**
   * Merges one row into its table, the later request winning field by field.
   *
   * @param isTop whether the record is what the request was about, in contrast to nested in it
   * @param nested what stands for the nested values of the row, by field
   */
  put(schema: TableSchema, pk: string, row: Row, isTop: boolean, nested?: EntityRow): void;
  /** Removes a record from its table and leaves a tombstone. */
  remove(kind: string, pk: string): void;
  getRow(kind: string, pk: string): Row | undefined;
  /** The row of a record before anything was written. */
  rowBefore(kind: string, pk: string): Row | undefined;
  /** Visits all rows of a kind; of a large table only those that `among` picks, and those that were written just now. */
  forEachRow(kind: string, visit: (pk: string, row: Row, meta: RecordMeta) => void, among?: Among): void;
  /** Replaces a stored row without a merge, and notes which list maintains it. */
  replace(kind: string, pk: string, row: Row, keeper?: string): void;
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
export function recordWriter(
  before: Tables,
  meta: Freshness | Landing,
  owner: Owner,
  overlap?: OverlapWriter,
): RecordWriter {
  const tables = new Map<string, TableWriter<Row, RecordMeta>>();
  const deleted = copyOnWrite(before.deleted);
  const indexes: IndexWriter = indexWriter(before.indexes, owner);
  const changed = new Map<string, Set<string>>();

  const getRow = (kind: string, pk: string) => tableOf(kind).find(pk)?.value;

  function tableOf(kind: string): TableWriter<Row, RecordMeta> {
    const known = tables.get(kind);
    if (known !== undefined) return known;
    const table = Object.hasOwn(before.entities, kind) ? before.entities[kind] : undefined;
    const writer = tableWriter(table, owner);
    tables.set(kind, writer);
    return writer;
  }

  function entitiesAfter(): Entities {
    let after = before.entities;
    for (const [kind, writer] of tables) {
      const table = writer.table();
      if (table.size === 0 && !Object.hasOwn(after, kind)) continue;
      if (after[kind] !== table) after = { ...after, [kind]: table };
    }
    // Readers go by these: what refers to a record that is gone shows it, though no row of it was there.
    if (after === before.entities && deleted.result() !== before.deleted) after = { ...after };
    succeed(before.entities, after);
    return after;
  }

  function markChanged(kind: string, pk: string) {
    const pks = changed.get(kind);
    if (pks === undefined) changed.set(kind, new Set([pk]));
    else pks.add(pk);
  }

  /** A record stays deleted for whatever left before that was known, but for a creation that left after the deletion. */
  function isBuried(kind: string, pk: string, row: Row): boolean {
    const tombstones = deleted.get(kind);
    const tombstone = getCell(tombstones, pk);
    if (tombstones === undefined || tombstone === undefined) return false;
    const isRevived =
      overlap?.revives(kind, pk, tombstone.meta, row) ?? leftOf(meta) >= leftOf(tombstone.meta);
    if (!isRevived) return true;
    deleted.set(kind, deleteCell(tombstones, pk, owner));
    return false;
  }

  function put(schema: TableSchema, pk: string, came: Row, isTop: boolean, nested = NOTHING_NESTED) {
    const kind = schema.key;
    const table = tableOf(kind);
    const cell = table.find(pk);
    const isRecord = schema.declares !== undefined;
    if (cell?.value !== undefined && repeats(schema, cell.value, pk, came, nested)) {
      // What stands several times in a response says the same each time.
      if (cell.meta !== stamp)
        table.put(pk, cell.value, stampsAfter(schema, cell.meta, meta, cell.value, came));
      return;
    }
    const incoming = plainRow(came, nested);
    if (cell?.value === undefined) {
      if (isBuried(kind, pk, incoming)) return;
      if (isRecord) overlap?.meet(schema, pk, undefined, incoming as EntityRow, isTop);
      else overlap?.meetList(kind, pk);
      table.put(pk, incoming, stampOf(meta));
      indexes.move(schema, pk, undefined, incoming);
      markChanged(kind, pk);
      return;
    }
    const stored = { row: cell.value as EntityRow, meta: cell.meta };
    if (!isRecord) overlap?.meetList(kind, pk);
    const news = isRecord
      ? (overlap?.meet(schema, pk, stored, incoming as EntityRow, isTop) ?? incoming)
      : incoming;
    // What was decided field by field takes effect, whichever request left later.
    const met = news === incoming ? meta : notBefore(meta, cell.meta);
    const row = schema.mergeWithStore(cell.meta, met, cell.value, news);
    table.put(pk, row, stampsAfter(schema, cell.meta, met, cell.value, news));
    if (row === cell.value) return;
    succeed(cell.value, row);
    indexes.move(schema, pk, cell.value, row);
    markChanged(kind, pk);
  }

  /** Whether a record says nothing that is not stored, and nothing that may have overlapped has to be told from it. */
  function repeats(schema: TableSchema, stored: Row, pk: string, came: Row, nested: EntityRow): boolean {
    if (schema.repeats?.(stored, came, nested) !== true) return false;
    return overlap?.concerns(schema.key, pk) !== true;
  }

  function stampsAfter(
    schema: TableSchema,
    storedMeta: RecordMeta,
    met: Freshness,
    stored: Row,
    came: Row,
  ): RecordMeta {
    const merged = schema.mergeMetaWithStore(storedMeta, met, stored, came);
    return merged === meta ? stampOf(meta) : merged === storedMeta ? merged : plainStamps(merged);
  }

  function remove(kind: string, pk: string) {
    const table = tableOf(kind);
    const cell = table.find(pk);
    const stored = cell?.value === undefined ? undefined : { row: cell.value as EntityRow, meta: cell.meta };
    if (!deletes(kind, pk, stored)) return;
    deleted.set(kind, putCell(deleted.get(kind) ?? emptyTable(), pk, { meta: tombstone }, owner));
    if (cell?.value === undefined) {
      markChanged(kind, pk);
      return;
    }
    table.remove(pk);
    indexes.forget(kind, pk, cell.value);
    markChanged(kind, pk);
  }

  function deletes(kind: string, pk: string, stored: StoredRecord | undefined): boolean {
    if (overlap !== undefined) return overlap.deletes(kind, pk, stored);
    return stored === undefined || leftOf(stored.meta) <= leftOf(meta);
  }

  const { left, landed } = meta;
  const numbers = known({ left, landed });
  const tombstone: Tombstone = { date: meta.date, ...numbers };

  /** One stamp object for all records that this response brings. */
  let stamp: RecordMeta | undefined;
  function stampOf({ fetchedAt, date, expiresAt }: Freshness): RecordMeta {
    stamp ??= { fetchedAt, date, expiresAt, ...numbers };
    return stamp;
  }

  return {
    put,
    remove,
    getRow,
    rowBefore: (kind, pk) =>
      Object.hasOwn(before.entities, kind) ? getCell(before.entities[kind], pk)?.value : undefined,
    forEachRow(kind, visit, among) {
      const { find, table } = tableOf(kind);
      const stored = before.entities[kind];
      const isLarge = stored !== undefined && stored.size > FEW_ROWS;
      // What this action may still change in place is not a version to keep.
      const picked = isLarge && !owner.branches.has(stored.root as object) ? among?.(stored) : undefined;
      const visitCell = (pk: string, cell = find(pk)) => {
        if (cell?.value !== undefined) visit(pk, cell.value, cell.meta);
      };
      if (picked === undefined) forEachCell(table(), visitCell);
      else for (const pk of new Set([...picked, ...(changed.get(kind) ?? [])])) visitCell(pk);
    },
    replace(kind, pk, row, keeper) {
      const table = tableOf(kind);
      const cell = table.find(pk);
      if (cell?.value === undefined) return;
      const isSame = row === cell.value;
      const date = isSame ? cell.meta.date : Math.max(cell.meta.date, meta.date);
      table.put(
        pk,
        row,
        isSame && keeper === undefined ? cell.meta : { ...cell.meta, date, ...known({ keeper }) },
      );
      if (isSame) return;
      succeed(cell.value, row);
      markChanged(kind, pk);
    },
    tables() {
      return { entities: entitiesAfter(), deleted: deleted.result(), indexes: indexes.result() };
    },
    changed,
  };
}

/** The stamps of a response as if it had not left before what is stored. */
function notBefore(meta: Freshness, stored: Freshness): Freshness {
  return { ...meta, left: Math.max(leftOf(meta), leftOf(stored)) };
}

/** So many are visited one by one. */
const FEW_ROWS = 32;

const NOTHING_NESTED: EntityRow = Object.freeze({});

/** What an entity's `process` returns is up to its author, but state must be plain JSON data. */
function plainRow(row: Row, nested: EntityRow): Row {
  return toPlain(nested === NOTHING_NESTED ? row : withNested(row as EntityRow, nested)) as Row;
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
