import type { Garbage } from '../actions/gc';
import { eachRecord } from '../denormalize/dependenciesOf';
import { Memo, NESTED } from '../denormalize/Memo';
import { eachText } from '../plain/allWithin';
import { getOrCreate } from '../plain/getOrCreate';
import { own } from '../plain/own';
import { viewOf } from '../selectors/viewOf';
import { horizonWithout } from '../slice/inflight';
import { diffTables } from '../tables/diffTables';
import { getCell, getValue } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import type { Table } from '../tables/Table';
import { CONNECTION } from '../types/CONNECTION';
import type { DataState, RecordMeta, ResponseMeta, Row, Tombstone } from '../types/State';

/** Decides what is still needed. */
export interface Needs {
  /** Whether a response is needed whatever its age: it is read, subscribed to, or in flight. */
  isUsed(key: string): boolean;
  /** What values on screen were made from. */
  readonly memos: Iterable<Memo>;
  /** Whether an unused response is old enough to be collected. */
  isOldResponse(key: string, meta: ResponseMeta): boolean;
  /** Whether a record that nothing refers to is old enough to be dropped. */
  isOldRecord(meta: RecordMeta): boolean;
  /** Whether the tombstone of a deletion is old enough to be dropped. */
  isOldDeletion(tombstone: Tombstone): boolean;
}

/** The records, including deleted ones, that something refers to. */
export interface Marks {
  has(kind: string, pk: string): boolean;
  /** Marks a record and everything that it refers to. */
  add(kind: string, pk: string): void;
  /** Marks what a row of a kind refers to. */
  addBelowRow(kind: string, row: Row): void;
  /** Marks all records that a result may refer to. */
  addBelow(result: unknown): void;
}

/**
 * Finds what is no longer needed.
 *
 * A response stays if it is used or not old, or if it was expired or invalidated before the records that it names are
 * old. A record stays if it is on screen, if a response or record that stays refers to it, if an optimistic update
 * touches it, if it landed after a read in flight began, or if it is not old. A deletion stays while something that
 * stays refers to the record.
 *
 * References are read from the state alone: in a record by the kinds that `links` names for a field, and elsewhere by
 * any string that is the key of a record.
 */
export function findGarbage(state: DataState, needs: Needs): Garbage {
  const requests: string[] = [];
  const marks = marksIn(state);
  const tables = Object.values(state.entities);
  const horizon = horizonWithout(state, ({ mutation }) => mutation);
  // A read that left before the record landed may bring its value from before a mutation.
  const isOldRecord = (meta: RecordMeta) => (meta.landed ?? 0) < horizon && needs.isOldRecord(meta);
  const isYoung = (text: string) =>
    tables.some(table => {
      const cell = getCell(table, text);
      return cell !== undefined && !isOldRecord(cell.meta);
    });
  forEachCell(state.endpoints, (key, { meta, value }) => {
    const isNeeded = needs.isUsed(key) || !needs.isOldResponse(key, meta);
    // Without an expired or invalidated response, its records would be shown as if they were still good.
    if (isNeeded || (meta.expiresAt === 0 && eachText(value, isYoung))) marks.addBelow(value);
    else requests.push(key);
  });
  markShown(needs.memos, marks);
  markPending(state, marks);
  eachOf(state.entities, (kind, pk, meta) => {
    if (!isOldRecord(meta)) marks.add(kind, pk);
  });

  const entities = new Map<string, string[]>();
  const addGarbage = (kind: string, pk: string) => {
    if (!marks.has(kind, pk)) getOrCreate(entities, kind, (): string[] => []).push(pk);
  };
  eachOf(state.entities, (kind, pk, meta) => {
    // Plain selectors read the state of a stream for as long as the stream exists.
    if (isOldRecord(meta) && kind !== CONNECTION) addGarbage(kind, pk);
  });
  eachOf(state.deleted, (kind, pk, meta) => {
    if (needs.isOldDeletion(meta) && getCell(state.entities[kind], pk) === undefined) addGarbage(kind, pk);
  });
  return { entities: Object.fromEntries(entities), requests };
}

/** Visits the stamps of every record in all tables. */
function eachOf<M>(
  tables: Readonly<Record<string, Table<unknown, M>>>,
  visit: (kind: string, pk: string, meta: M) => void,
) {
  for (const kind in tables) forEachCell(tables[kind], (pk, { meta }) => visit(kind, pk, meta));
}

function markShown(memos: Iterable<Memo>, marks: Marks) {
  const all = [...memos].flatMap(memo => [NESTED, undefined, memo]);
  eachRecord(new Memo(undefined, all, 0, true), (kind, pk) => marks.add(kind, pk));
}

/** Marks what mutations in flight are about, and what optimistic updates change or refer to. */
function markPending(state: DataState, marks: Marks) {
  forEachCell(state.inflight, (_key, { value = [] }) => {
    for (const { record } of value)
      if (record) marks.add(record.kind, getValue(state.aliases, record.pk) ?? record.pk);
  });
  for (const [kind, shown] of Object.entries(viewOf(state).entities)) {
    diffTables(state.entities[kind], shown, (pk, _stored, cell) => {
      marks.add(kind, pk);
      if (cell?.value !== undefined) marks.addBelowRow(kind, cell.value);
    });
  }
}

/** A row that stays, whose references are still to be marked. */
interface StayingRow {
  readonly kind: string;
  readonly row: Row;
}

/** Starts with no marks. */
export function marksIn({ entities, deleted, aliases, links = {} }: DataState): Marks {
  const allKinds = [...new Set([...Object.keys(entities), ...Object.keys(deleted)])];
  const marked = new Map(allKinds.map(kind => [kind, new Set<string>()]));
  const fieldsByKind = new Map(allKinds.map(kind => [kind, fieldsOf(kind)]));
  const pending: StayingRow[] = [];

  /** The fields by which records of a kind refer to others, and the kinds of those. */
  function fieldsOf(kind: string): readonly (readonly [field: string, kinds: readonly string[]])[] {
    const fields = own(links, kind);
    return fields ? Object.entries(fields) : [['', allKinds]];
  }

  function mark(kind: string, pk: string) {
    const pks = marked.get(kind);
    if (pks === undefined || pks.has(pk)) return;
    const row = getValue(entities[kind], pk);
    // A deleted record is shown differently from one that was never received.
    if (row === undefined && getCell(deleted[kind], pk) === undefined) return;
    pks.add(pk);
    if (row !== undefined && fieldsByKind.get(kind)?.length !== 0) pending.push({ kind, row });
  }

  function markText(text: string, kinds: readonly string[]) {
    for (const kind of kinds) mark(kind, text);
    const realKey = getValue(aliases, text);
    if (realKey !== undefined) for (const kind of kinds) mark(kind, realKey);
    // A key for all records of a kind contains the kind's name.
    if (!text.startsWith('All(')) return;
    for (const kind of allKinds) {
      if (text.includes(kind)) forEachCell(entities[kind], pk => mark(kind, pk));
    }
  }

  /** Marks the record that any string in a value is the key of. */
  function markIn(value: unknown, kinds: readonly string[]) {
    eachText(value, text => markText(text, kinds));
  }

  function markBelowRows() {
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { kind, row } = next;
      for (const [field, kinds] of fieldsByKind.get(kind) ?? []) {
        if (field === '') markIn(row, kinds);
        else if (Object.hasOwn(row, field)) markIn(Reflect.get(row, field), kinds);
      }
    }
  }

  return {
    has: (kind, pk) => marked.get(kind)?.has(pk) === true,
    add(kind, pk) {
      mark(kind, pk);
      markBelowRows();
    },
    addBelowRow(kind, row) {
      if (!fieldsByKind.has(kind)) fieldsByKind.set(kind, fieldsOf(kind));
      pending.push({ kind, row });
      markBelowRows();
    },
    addBelow(result) {
      markIn(result, allKinds);
      markBelowRows();
    },
  };
}
