import { type PartsFinder, parts } from '../definitions/schemas';
import { assertStorable } from '../errors/assertStorable';
import { getOrCreate, newMap, newSet } from '../plain/getOrCreate';
import { arePlainFields } from '../plain/isPlain';
import { own } from '../plain/own';
import { sameValue } from '../plain/sameValue';
import { toPlain } from '../plain/toPlain';
import { passNotesOn } from '../plain/versionNotes';
import { withoutUndefined } from '../plain/withoutUndefined';
import { deleteCell } from '../tables/deleteCell';
import { getCell, getValue } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { emptyTable, type Table } from '../tables/Table';
import { TableWriter } from '../tables/TableWriter';
import { type Freshness, leftOf } from '../types/Freshness';
import type { Landing } from '../types/Landing';
import type { ComparingWriter, OverlapWriter, StoredRecord } from '../types/OverlapWriter';
import { plainStamps } from '../types/plainStamps';
import type { Among, RowSchema } from '../types/Schema';
import type { Deleted, Entities, EntityRow, RecordMeta, Row, Tables, Tombstone } from '../types/State';
import { type IndexWriter, indexWriter } from './indexWriter';
import { withNested } from './withNested';

/** Called for each record that a write reads, and without a key for a whole table. */
export type NoteRead = (kind: string, pk?: string) => void;

/**
 * Writes records into tables on top of `before`, which itself never changes, and tracks which of them it changed.
 *
 * Writes only what differs: a record that repeats what is stored keeps its row.
 */
export class RecordWriter {
  /** Primary keys of the records that changed, by kind. */
  readonly changed: Map<string, Set<string>> = new Map();
  /** Incoming rows that met something later, or of more weight, in the store, by kind and key. */
  readonly late: Map<string, Map<string, Row>> = new Map();
  readonly #writers = new Map<string, TableWriter<Row, RecordMeta>>();
  #deleted: Deleted;
  readonly #indexes: IndexWriter;
  /** One stamp object for all records of this response. */
  readonly #stamp: RecordMeta;
  readonly #tombstone: Tombstone;
  /** Set if records must be compared with overlapping requests. */
  readonly #overlapping: ComparingWriter | undefined;

  readonly #before: Tables;
  readonly #owner: Owner;
  readonly #shown: Entities | undefined;
  readonly #noteRead: NoteRead | undefined;
  readonly #partsOf: ReturnType<PartsFinder> | undefined;

  /** @param shown the rows that readers saw before, in place of those written now */
  constructor(
    before: Tables,
    readonly meta: Freshness | Landing,
    owner: Owner,
    readonly overlap: OverlapWriter,
    shown: Entities | undefined,
    noteRead: NoteRead | undefined,
  ) {
    this.#shown = shown;
    this.#noteRead = noteRead;
    this.#before = before;
    this.#partsOf = parts.finder?.(before.entities);
    this.#owner = owner;
    const { date, left, landed, began } = meta as Landing;
    this.#deleted = before.deleted;
    this.#indexes = indexWriter(before.indexes, owner);
    this.#stamp = plainStamps(meta);
    this.#tombstone = withoutUndefined({ date, left, landed, began });
    this.#overlapping = overlap.isIdle ? undefined : (overlap as ComparingWriter);
  }

  /**
   * Merges one row into its table; the later request wins field by field.
   *
   * @param isTop whether the request was about this record, which is not just nested in another
   * @param isPlain whether the row, apart from nested values, is known to be plain data
   * @param nested the results that replace the nested values of the row, by field
   */
  put(
    schema: RowSchema,
    pk: string,
    received: Row,
    isTop: boolean,
    isPlain: boolean,
    nested: EntityRow = NOTHING_NESTED,
  ): void {
    const kind = schema.key;
    const { meta } = this;
    const overlapping = this.#overlapping;
    const table = this.#tableOf(kind);
    const stored = storedIn(table, pk);
    if (stored !== undefined && this.#repeats(schema, stored.value, pk, received, nested)) {
      // A record that occurs several times in a response is stamped once.
      if (stored.meta !== this.#stamp)
        table.put(pk, stored.value, this.#stampsAfter(schema, stored, meta, received));
      this.#indexes.move(kind, pk, stored.value, stored.value, schema.indexes);
      return;
    }
    const incoming = plainRow(kind, received, nested, isPlain);
    if (stored === undefined && this.#staysDeleted(kind, pk, incoming, isTop)) return;
    let effective = incoming;
    if (schema.declares === undefined)
      this.overlap.reconcileList(kind, pk, stored?.meta, incoming, schema.isPart);
    else if (overlapping !== undefined) {
      effective = overlapping.reconcile(
        schema,
        pk,
        stored as StoredRecord | undefined,
        incoming as EntityRow,
        isTop,
      );
    }
    let row = incoming;
    let stamps = this.#stamp;
    if (stored !== undefined) {
      if (effective !== incoming || leftOf(stored.meta) > leftOf(meta))
        getOrCreate(this.late, kind, newMap<string, Row>).set(pk, incoming);
      // A decision made field by field takes effect, whichever request left later.
      const effectiveMeta = effective === incoming ? meta : notBefore(meta, stored.meta);
      row = schema.mergeWithStore(stored.meta, effectiveMeta, stored.value, effective);
      // An earlier request that changes nothing keeps the stored stamps.
      const isUnchanged = row === stored.value && leftOf(meta) < leftOf(stored.meta);
      stamps = isUnchanged ? stored.meta : this.#stampsAfter(schema, stored, effectiveMeta, effective);
    }
    row = this.#shownRow(kind, pk, stored, row);
    table.put(pk, row, stamps);
    this.#indexes.move(kind, pk, stored?.value, row, schema.indexes);
    this.#noteChange(kind, pk, stored?.value, row);
  }

  /** Removes a record, and those parts of it that lists hold in its place, and leaves tombstones. */
  invalidate(kind: string, pk: string): void {
    this.#remove(kind, pk);
    for (const [part, pks] of this.#partsOf?.(kind, pk) ?? []) for (const one of pks) this.#remove(part, one);
  }

  #remove(kind: string, pk: string) {
    const table = this.#tableOf(kind);
    const stored = storedIn(table, pk);
    if (!this.overlap.deletes(kind, pk, stored as StoredRecord | undefined)) return;
    const tombstones = this.#tombstonesOf(kind) ?? emptyTable();
    this.#setTombstones(kind, putCell(tombstones, pk, { meta: this.#tombstone }, this.#owner));
    if (stored !== undefined) {
      this.#writers.set(kind, new TableWriter(deleteCell(table.table(), pk, this.#owner), this.#owner));
      this.#indexes.move(kind, pk, stored.value, undefined);
    }
    this.#noteChange(kind, pk, stored?.value, undefined);
  }

  readonly getRow = (kind: string, pk: string): Row | undefined => {
    this.#noteRead?.(kind, pk);
    return this.#tableOf(kind).find(pk)?.value;
  };

  /** The row of a record before anything was written. */
  readonly before = (kind: string, pk: string): Row | undefined => {
    this.#noteRead?.(kind, pk);
    return getValue(own(this.#before.entities, kind), pk);
  };

  readonly stamps = (kind: string, pk: string): RecordMeta | undefined =>
    getCell(own(this.#before.entities, kind), pk)?.meta;

  /** The number at which a record was deleted, or 0. Lists from before it hold no more than its key. */
  readonly goneAt = (kind: string, pk: string): number => {
    const tombstone = getCell(own(this.#before.deleted, kind), pk);
    return tombstone ? (tombstone.meta.landed ?? 1) : this.overlap.goneAt(kind, pk);
  };

  /** Visits all rows of a kind; in a large table only those that `pickKeys` picks, and those just written. */
  forEachRow(kind: string, visit: (pk: string, row: Row, meta: RecordMeta) => void, pickKeys?: Among): void {
    this.#noteRead?.(kind);
    const writer = this.#tableOf(kind);
    const stored = this.#before.entities[kind];
    const isLarge = stored !== undefined && stored.size > FEW_ROWS;
    // A table that this action may still change in place is no version to keep.
    const picked = isLarge && !this.#owner.has(stored.root as object) ? pickKeys?.(stored) : undefined;
    const visitCell = (pk: string, cell = writer.find(pk)) => {
      if (cell !== undefined) visit(pk, cell.value as Row, cell.meta);
    };
    if (picked === undefined) forEachCell(writer.table(), visitCell);
    else for (const pk of new Set([...picked, ...(this.changed.get(kind) ?? [])])) visitCell(pk);
  }

  /** Replaces a stored row without a merge, and notes which list maintains it. */
  replace(kind: string, pk: string, newRow: Row, keeper?: string): void {
    const table = this.#tableOf(kind);
    const stored = storedIn(table, pk);
    if (stored === undefined) return;
    const { value, meta } = stored;
    const row = this.#shownRow(kind, pk, stored, newRow);
    const date = row === value ? meta.date : Math.max(meta.date + 1, this.meta.date);
    table.put(pk, row, { ...meta, date, ...withoutUndefined({ keeper }) });
    this.#noteChange(kind, pk, value, row);
  }

  /** The tables as written so far; parts that did not change are the same objects as before. */
  tables(): Tables {
    return { entities: this.#entitiesAfter(), deleted: this.#deleted, indexes: this.#indexes.result() };
  }

  /** Returns the row object that readers saw if it equals `row`: for them nothing changes then. */
  #shownRow(kind: string, pk: string, stored: StoredRecord<Row> | undefined, row: Row): Row {
    const { value, meta } = (row !== stored?.value && getCell(this.#shown?.[kind], pk)) || {};
    // If another record turns out to be the one created, this one has lost its place on the screen.
    const isSame = value !== stored?.value && meta?.createdAs === stored?.meta.createdAs;
    // Field order counts, too: logs are replayed without shown rows.
    return isSame && value && sameValue(value, row) && JSON.stringify(value) === JSON.stringify(row)
      ? value
      : row;
  }

  /** One function for all records: a closure per record was half of a response's garbage. */
  readonly #startTable = (kind: string): TableWriter<Row, RecordMeta> =>
    new TableWriter(own(this.#before.entities, kind), this.#owner);

  #tableOf(kind: string): TableWriter<Row, RecordMeta> {
    return getOrCreate(this.#writers, kind, this.#startTable);
  }

  #entitiesAfter(): Entities {
    const { entities, deleted } = this.#before;
    let after = entities;
    for (const [kind, writer] of this.#writers) {
      const table = writer.table();
      // Keep empty tables, too: they tell readers that nothing of the kind was lost. So does a tombstone.
      if (table.size === 0 && !Object.hasOwn(after, kind) && Object.hasOwn(this.#deleted, kind)) continue;
      if (after[kind] !== table) after = { ...after, [kind]: table };
    }
    // Readers compare `entities`: a deletion must reach what refers to the record, even without a row.
    if (after === entities && this.#deleted !== deleted) after = { ...after };
    passNotesOn(entities, after);
    return after;
  }

  /** @param after `undefined` for a removed record, which counts as changed even if it was missing */
  #noteChange(kind: string, pk: string, before: Row | undefined, after: Row | undefined) {
    if (before === after && after !== undefined) return;
    passNotesOn(before, after);
    getOrCreate(this.changed, kind, newSet).add(pk);
  }

  /** Deleted records stay deleted for requests from before that was known, except creations sent after the deletion. */
  #staysDeleted(kind: string, pk: string, row: Row, isTop: boolean): boolean {
    const tombstones = this.#tombstonesOf(kind);
    const tombstone = getCell(tombstones, pk);
    if (tombstone === undefined) return false;
    if (!this.overlap.revives(kind, pk, tombstone.meta, row, isTop)) return true;
    this.#setTombstones(kind, deleteCell(tombstones as Table<null, Tombstone>, pk, this.#owner));
    for (const list of this.overlap.correctedLists(kind, pk, tombstone.meta, row, this.getRow))
      this.replace(list.kind, list.pk, list.row);
    return false;
  }

  #tombstonesOf(kind: string): Table<null, Tombstone> | undefined {
    return own(this.#deleted, kind);
  }

  #setTombstones(kind: string, tombstones: Table<null, Tombstone>) {
    this.#deleted = { ...this.#deleted, [kind]: tombstones };
  }

  /** Whether a record repeats what is stored, and needs no comparison with overlapping requests. */
  #repeats(schema: RowSchema, stored: Row, pk: string, received: Row, nested: EntityRow): boolean {
    return !!schema.repeats?.(stored, received, nested) && !this.#overlapping?.concerns(schema.key, pk);
  }

  #stampsAfter(
    schema: RowSchema,
    { value, meta }: StoredRecord<Row>,
    incomingMeta: Freshness,
    received: Row,
  ): RecordMeta {
    const merged = schema.mergeMetaWithStore(meta, incomingMeta, value, received);
    return merged === this.meta ? this.#stamp : merged === meta ? merged : plainStamps(merged);
  }
}

/** The cell of a record. Unlike a request's, it always has a value. */
function storedIn(table: TableWriter<Row, RecordMeta>, pk: string): StoredRecord<Row> | undefined {
  return table.find(pk) as StoredRecord<Row> | undefined;
}

/** The stamps of a response, as if it left no earlier than what is stored. */
function notBefore(meta: Freshness, stored: Freshness): Freshness {
  return { ...meta, left: Math.max(leftOf(meta), leftOf(stored)) };
}

/** Up to this many, visit all rows. */
const FEW_ROWS = 32;

const NOTHING_NESTED: EntityRow = Object.freeze({});

/** An entity's `process` may return anything, but state must be plain JSON data. */
function plainRow(kind: string, row: Row, nested: EntityRow, isPlain: boolean): Row {
  const complete = nested === NOTHING_NESTED ? row : withNested(row as EntityRow, nested);
  // In a plain row only the results of schemas may be anything else.
  if (isPlain && arePlainFields(nested)) return complete;
  const plain = toPlain(complete) as Row;
  if (process.env.NODE_ENV !== 'production' && plain !== complete) assertStorable(kind, 'record', complete);
  return plain;
}
