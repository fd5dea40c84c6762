import {
  type BroughtList,
  type FinishedWrite,
  type HasMember,
  type KeepLists,
  type Keeps,
  type ListReads,
  listKeeper,
  type OnlyMembers,
} from '../definitions/listKeeper';
import { attempt } from '../plain/attempt';
import { getOrCreate, once } from '../plain/getOrCreate';
import { isObject } from '../plain/isObject';
import { BELONGS } from '../types/EFFECTS';
import { leftOf } from '../types/Freshness';
import { type Landing, OPTIMISTIC } from '../types/Landing';
import type { ReceivedList, Schema } from '../types/Schema';
import type { CollectionRow, EntityRow, RecordMeta, RecordRef, Row } from '../types/State';
import { keyOfList } from './collectionKey';
import { listedAt } from './fieldAges';
import { isLonger } from './joins';
import { type Keeper, keeperNamed, keeperNameOf, keepersOfTables, nameOfKeeper, noteKeeper } from './keepers';
import { notIn } from './listMerge';
import { isMemberOf, listOfMembers, listReads, strangersOf } from './listOfMembers';
import { keyIn, recordBehind } from './resolveUnion';
import { kindsIn } from './responseParts';
import { withoutMembers } from './withMembers';

/** Lets a collection maintain its members. */
export function keepMembers(keeper: Keeper): void {
  noteKeeper(keeper);
  listKeeper.keep = keepLists;
  listKeeper.reads = readsFields;
  listKeeper.onlyMembers = onlyMembers;
  listKeeper.hasMember = hasMember;
  listKeeper.keeps = keeps;
  listKeeper.rules = kinds =>
    [...keepersOfTables().values()].some(([keeper]) =>
      kindsIn(keeper?.element).some(kind => kinds.includes(kind)),
    );
}

const keeps: Keeps = (table, name, list) => keeperOf(table, name, list) !== undefined;

const onlyMembers: OnlyMembers = (table, name, listPk, before, after, results, rows) => {
  const keeper = keeperOf(table, name, before);
  if (keeper === undefined) return after;
  const strangers = strangersOf(keeper, keyOfList(listPk, before), results, rows);
  return withoutMembers(keeper.schema, after, notIn(Object.values(before), strangers));
};

const hasMember: HasMember = (table, listPk, { value, meta }, record) => {
  const list = value as CollectionRow;
  const keeper = keeperOf(table, meta.keeper, list);
  return !!keeper && attempt(() => isMemberOf(keeper, keyOfList(listPk, list), record)) === true;
};

const readsFields: ListReads = (table, listPk, { value, meta }, fields, record) => {
  const list = value as CollectionRow;
  const keeper = keeperOf(table, meta.keeper, list);
  return keeper && attempt(() => listReads(keeper, list, keyOfList(listPk, list), fields, record));
};

/** The collection that maintains a stored list, by the name noted beside it. */
function keeperOf(table: string, keeperName: string | undefined, list: object): Keeper | undefined {
  return keeperNamed(keeperNameOf(list, keeperName) ?? '', keepersOfTables().get(table) ?? []);
}

/** A write that is finished, and the records of its response. */
interface Upkeep {
  readonly write: FinishedWrite;
  readonly brought: readonly BroughtList[];
  readonly isFromMutation: boolean;
  readonly receivedByName: ReadonlyMap<string, ReceivedRecord>;
  /** The received records that the write left as they were. */
  readonly unchanged: readonly ReceivedRecord[];
  /** The row of a record before the write. */
  before(kind: string, pk: string): Row | undefined;
}

/**
 * Adds changed records to, and removes them from, the stored lists of collections with `belongs`.
 *
 * If a list lands after a later one, the later one stays, with what it holds in its places. It may lack a record that
 * only the earlier one brought: until a later response brings that, it may have come or gone in between.
 */
const keepLists: KeepLists = (write, brought, schema, result, input) => {
  const { getRow: after, overlap, meta } = write;
  const isFromMutation = !isRead(meta);
  noteKeepers(write, brought, isFromMutation);
  const received = receivedRecords(schema, result, input, isFromMutation).concat(
    (isFromMutation ? brought : []).flatMap(({ list, contents }) =>
      receivedRecords([(list as Keeper).element], contents.results, contents.input, true),
    ),
  );
  const upkeep: Upkeep = {
    write,
    brought,
    isFromMutation,
    receivedByName: new Map(received.map(one => [nameOf(one), one])),
    unchanged: received.filter(({ kind, pk }) => !write.changed.get(kind)?.has(pk)),
    before(kind, pk) {
      const [row, current] = [write.before(kind, pk), isFromMutation && after(kind, pk)];
      return row && current ? overlap.beforeMutation(kind, pk, row as EntityRow, current as EntityRow) : row;
    },
  };
  for (const [table, keepers] of keepersOfTables()) keepTable(upkeep, table, keepers);
};

/** Notes beside each list which collection maintains it: the one that its last response came through. */
function noteKeepers(write: FinishedWrite, brought: readonly BroughtList[], isFromMutation: boolean) {
  const { stamps, getRow: after, meta } = write;
  for (const { list, pk, contents } of brought) {
    const keeper = list as Keeper;
    const row = after(list.key, pk);
    if (!isWhole(contents) || keeper.options.belongs === undefined || row === undefined) continue;
    const isTaken = leftOf(stamps(list.key, pk) ?? meta) <= leftOf(meta);
    const members =
      isTaken && !isFromMutation ? updatedList(write, keeper, pk, row as CollectionRow, contents) : row;
    write.replace(list.key, pk, members, nameOfKeeper(keeper));
  }
}

/** The lists of one table, and the records that they may hold. */
interface TableUpkeep extends Upkeep {
  readonly table: string;
  readonly keepers: readonly Keeper[];
  readonly changed: readonly RecordRef[];
  readonly repeated: readonly RecordRef[];
  /** Both. */
  readonly records: readonly RecordRef[];
  /** The lists of the table in the response, by their keys. */
  readonly receivedLists: ReadonlyMap<string, ReceivedList>;
  /** The keys that the lists of the table hold together: each list may be one page of a whole. */
  keysBefore(): ReadonlySet<string>;
  /** The lists that each record has just joined at an end, by its key. */
  readonly joined: Map<string, string[]>;
}

/** Updates the lists of one table. */
function keepTable(upkeep: Upkeep, table: string, keepers: readonly Keeper[]) {
  const { write, brought, unchanged } = upkeep;
  const kinds = new Set(keepers.flatMap(({ element }) => kindsIn(element)));
  const isThere = ({ kind, pk }: RecordRef) => kinds.has(kind) && write.getRow(kind, pk) !== undefined;
  const changed = [...write.changed].flatMap(([kind, pks]) =>
    [...pks].map(pk => ({ kind, pk })).filter(isThere),
  );
  const repeated = unchanged.filter(isThere);
  const records = changed.concat(repeated);
  if (records.length === 0) return;
  const receivedLists = new Map<string, ReceivedList>();
  for (const { list, pk, contents } of brought)
    if (list.key === table && (isWhole(contents) || !receivedLists.has(pk))) receivedLists.set(pk, contents);
  const tableUpkeep: TableUpkeep = {
    ...upkeep,
    table,
    keepers,
    changed,
    repeated,
    records,
    receivedLists,
    keysBefore: once(() => keysIn(write, table)),
    joined: new Map(),
  };
  write.forEachRow(table, (listPk, row, meta) => keepList(tableUpkeep, listPk, row as CollectionRow, meta));
  noteMembers(tableUpkeep);
}

function keysIn(write: FinishedWrite, table: string): ReadonlySet<string> {
  const keys = new Set<string>();
  write.forEachRow(table, (_listPk, row) => {
    for (const one of Object.values(row)) keys.add(keyIn(one));
  });
  return keys;
}

/** Updates one list. */
function keepList(upkeep: TableUpkeep, listPk: string, list: CollectionRow, listMeta: RecordMeta) {
  const { write, table, keepers, changed, repeated, records, receivedLists, isFromMutation, joined } = upkeep;
  const { stamps, getRow: after, meta } = write;
  const { left = 0 } = listMeta;
  const name = keeperNameOf(list, listMeta.keeper);
  const contents = receivedLists.get(listPk);
  const isTaken = contents !== undefined && left <= leftOf(meta);
  // A list in the response decides what it holds, and where; a creation, only where its own records go.
  if (name === undefined || (isTaken && (isWhole(contents) || !isFromMutation))) return;
  const isEarlier = ({ kind, pk }: RecordRef) => {
    const recordStamps = stamps(kind, pk);
    return recordStamps !== undefined && leftOf(recordStamps) < left;
  };
  /**
   * The row of a record before the write, unless this creates it, or a request that left before the list stored
   * it after the list had left: the list cannot have known of it then.
   */
  const seenBefore = (kind: string, pk: string) => {
    const recordStamps = stamps(kind, pk);
    const isUnseen = isEarlier({ kind, pk }) && (recordStamps?.landed ?? 0) > left;
    return isUnseen || (recordStamps && write.creates(kind, pk)) ? undefined : upkeep.before(kind, pk);
  };
  const hasNews = repeated.some(
    one => isEarlier(one) || seenBefore(one.kind, one.pk) !== write.before(one.kind, one.pk),
  );
  const toCheck = hasNews ? records : changed;
  const keeper = keeperNamed(name, keepers);
  if (keeper === undefined || toCheck.length === 0) return;
  const key = keyOfList(listPk, list);
  const results = isTaken ? Object.values(contents.results) : [];
  // A record that a response adds, but changes further on, may not belong: it does not join, and leaves this list.
  const strangers = strangersOf(keeper, key, results, after);
  const added = new Set(notIn(strangers, results).map(keyIn));
  const affected = toCheck.filter(({ pk }) => !added.has(pk));
  if (affected.length === 0) return;
  const isLaterRead = isRead(meta) && (meta as Partial<Landing>).isRequested === true && leftOf(meta) < left;
  const members = listOfMembers(keeper, withoutMembers(keeper.schema, list, strangers), key, affected, {
    before: seenBefore,
    held: write.before,
    wasDeleted: (kind, pk) => write.goneAt(kind, pk) > listedAt(listMeta),
    after,
    isTold: record =>
      isEarlier(record) && isKnownMember(upkeep, listPk, { value: list, meta: listMeta }, record),
    // The later of two reads decides what the list holds.
    isClosed: (contents !== undefined && !isTaken) || isLaterRead,
  });
  if (members === list) return;
  write.replace(table, listPk, members, name);
  if (!isLonger(list, members) || typeof keeper.options.addTo === 'function') return;
  const heldBefore = new Set(Object.values(list).map(keyIn));
  for (const pk of Object.values(members).map(keyIn))
    if (!heldBefore.has(pk)) getOrCreate(joined, pk, newList).push(listPk);
}

/**
 * Whether this is a mutation's response, or later than the list, and has all fields that the list reads of a
 * record that was in none.
 */
function isKnownMember(
  { write, table, receivedByName, keysBefore }: TableUpkeep,
  listPk: string,
  list: Parameters<ListReads>[2],
  record: RecordRef,
): boolean {
  const { getRow: after, meta } = write;
  const { kind, pk } = record;
  const received = receivedByName.get(nameOf(record));
  if (received === undefined || meta.landed === OPTIMISTIC.landed) return false;
  if (isRead(meta) && leftOf(meta) <= (list.meta.left ?? 0)) return false;
  const omittedFields = () =>
    Object.keys(after(kind, pk) ?? {}).filter(name => !Object.hasOwn(received.fields as object, name));
  // Looked up once, before any record joins a list: there may be thousands.
  return (
    !keysBefore().has(pk) && readsFields(table, listPk, list, omittedFields(), { kind, pk, after }) === false
  );
}

/** Tells responses for lists that left before this what changed meanwhile. */
function noteMembers({ write, table, records, joined, before }: TableUpkeep) {
  for (const { kind, pk } of records) {
    write.overlap.noteEffect({
      kind: table,
      effect: BELONGS,
      args: [kind],
      results: [pk],
      responses: [(!write.creates(kind, pk) && before(kind, pk)) || null],
      joined: joined.get(pk) ?? [],
    });
  }
}

/** A received list, without what later responses show no longer belongs to it, and with others where these put them. */
function updatedList(
  { late, getRow: after }: FinishedWrite,
  keeper: Keeper,
  listPk: string,
  list: CollectionRow,
  { results }: ReceivedList,
): CollectionRow {
  const records = Object.values(late.size > 0 ? results : []).flatMap(result => {
    const record = recordBehind(keeper.element, result);
    return record && late.get(record.kind)?.has(record.pk) ? record : [];
  });
  if (records.length === 0) return list;
  const before = (kind: string, pk: string) => late.get(kind)?.get(pk) ?? after(kind, pk);
  return listOfMembers(keeper, list, keyOfList(listPk, list), records, { before, after, isClosed: true });
}

/** A record in a response, and the fields it has there. */
interface ReceivedRecord extends RecordRef {
  readonly fields: unknown;
}

/**
 * The record in a response; for a mutation's, all records in the objects around them. A read or a message with several
 * counts only for what it changes: looking at thousands would take too long.
 */
function receivedRecords(
  schema: Schema,
  result: unknown,
  input: unknown,
  isOfMutation: boolean,
): ReceivedRecord[] {
  const record = recordBehind(schema, result) ?? recordBehind(elementOf(schema), result);
  if (record !== undefined) return [{ ...record, fields: input }];
  if (!isOfMutation || !isObject(result) || !isObject(input)) return [];
  const fields = schema as Readonly<Record<string, Schema>> | undefined;
  const element = Array.isArray(schema) ? (schema[0] as Schema) : elementOf(schema);
  return Object.keys(result).flatMap(name => {
    const part = element ?? fields?.[name];
    const [partResult, partInput] = [result, input].map(
      values => (values as Readonly<Record<string, unknown>>)[name],
    );
    return part === undefined ? [] : receivedRecords(part, partResult, partInput, true);
  });
}

const newList = (): string[] => [];

function nameOf({ kind, pk }: RecordRef): string {
  return `${kind}\n${pk}`;
}

/** The schema of the elements in the response of a creation or a move. */
function elementOf(schema: Schema): Schema | undefined {
  const { lists, element } = (schema ?? {}) as { readonly lists?: unknown; readonly element?: Schema };
  return lists === undefined ? undefined : element;
}

function isWhole(contents: ReceivedList): boolean {
  return 'input' in contents;
}

function isRead(meta: object): boolean {
  return (meta as Partial<Landing>).mutation === undefined;
}
