import { type JudgedRecord, listKeeper } from '../definitions/listKeeper';
import { quoteName } from '../definitions/quoteName';
import { attempt } from '../plain/attempt';
import { filterFields } from '../plain/filterFields';
import { asString } from '../schema/collectionKey';
import { listedAt } from '../schema/fieldAges';
import { keyIn } from '../schema/resolveUnion';
import { getCell, getValue } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import type { Cell } from '../tables/Table';
import { leftOf } from '../types/Freshness';
import type { CollectionRow, Entities, EntityRow, RecordMeta, RecordRef, Row } from '../types/State';

/**
 * The stored lists that may hold a record: those that hold its key, those whose arguments do not contradict its fields,
 * and those whose own rule includes it.
 */
export function listsThatMayHold(
  entities: Entities,
  kind: string,
  pk: string,
  row: object,
): readonly RecordRef[] {
  const record = withRow(row as Row, entities, kind, pk);
  return listsWhere(
    entities,
    [kind],
    (listPk, list, table) =>
      mayHold(listPk, list.value, pk, row) ||
      // Arguments need not be field values: the list's own rule decides.
      !!listKeeper.hasMember?.(table, listPk, list, record),
  );
}

/** A record as a given row, among the stored records. */
function withRow(row: Row | undefined, entities: Entities, kind: string, pk: string): JudgedRecord {
  return {
    kind,
    pk,
    after: (otherKind, otherPk) =>
      otherKind === kind && otherPk === pk ? row : getValue(entities[otherKind], otherPk),
  };
}

/**
 * The stored lists that some fields of a record may concern: lists with `belongs` that read one of them, others whose
 * arguments name one.
 *
 * @param row what is known of the record
 * @param changed if given, only lists with `belongs` that also read one of these fields, and so are judged again
 */
export function listsBy(
  fields: readonly string[],
  entities: Entities,
  kind: string,
  pk: string,
  row: Row | undefined,
  changed?: readonly string[],
): readonly RecordRef[] {
  if ((changed ?? fields).length === 0) return [];
  const record = withRow(row, entities, kind, pk);
  return listsWhere(entities, [kind], (listPk, list, table) => {
    const reads = (names: readonly string[]) =>
      listKeeper.reads?.(table, listPk, list, names, record) !== false;
    return list.meta.keeper === undefined
      ? changed === undefined && argumentsOf(listPk).some(([name]) => fields.includes(name))
      : (changed === undefined || reads(changed)) && reads(fields);
  });
}

/** A record that lists may contradict, and the mutation that causes their doubt. */
export interface Contrary {
  readonly pk: string;
  readonly cause: number;
  /**
   * What was stored: only lists that left or came after it and left before the cause count; without it, those that land
   * now.
   */
  readonly stored?: RecordMeta;
}

/**
 * The stored lists that contradict their own rule about whether they hold a record, with the cause of the doubt. Each
 * list is searched only once: there may be thousands of records.
 */
export function contradictingLists(
  entities: Entities,
  kind: string,
  records: readonly Contrary[],
  landed: number,
): readonly (RecordRef & Pick<Contrary, 'cause'>)[] {
  return listsWhere(entities, [kind], (_listPk, { meta }) => meta.keeper !== undefined).flatMap(ref => {
    const list = getCell(entities[ref.kind], ref.pk) as Cell<Row, RecordMeta>;
    const listLeft = listedAt(list.meta);
    let heldKeys: ReadonlySet<string> | undefined;
    const contradicted = records.filter(({ pk, cause, stored }) => {
      const row = getValue(entities[kind], pk);
      const listLanded = list.meta.landed ?? 0;
      const isAfter = stored && (listLeft > leftOf(stored) || listLanded > (stored.landed ?? 0));
      if (!row || !(stored ? isAfter && listLeft <= cause : listLanded === landed)) return false;
      heldKeys ??= new Set(Object.values(list.value as CollectionRow).map(keyIn));
      const record = withRow(row, entities, kind, pk);
      return listKeeper.hasMember?.(ref.kind, ref.pk, list, record) !== heldKeys.has(pk);
    });
    return contradicted.map(({ cause }) => ({ ...ref, cause }));
  });
}

/** The stored lists of some kinds that hold a key, or a result with it. */
export function listsThatHold(
  entities: Entities,
  kinds: readonly string[],
  pk: string,
): readonly RecordRef[] {
  return listsWhere(entities, kinds, (_listPk, { value }) => holds(value, pk));
}

function listsWhere(
  entities: Entities,
  kinds: readonly string[],
  matches: (listPk: string, list: Cell<Row, RecordMeta>, table: string) => boolean,
): readonly RecordRef[] {
  const found: RecordRef[] = [];
  for (const [listKind, table] of Object.entries(entities)) {
    if (!kinds.some(kind => isListOf(listKind, kind))) continue;
    forEachCell(table, (listPk, list) => {
      if (matches(listPk, list, listKind)) found.push({ kind: listKind, pk: listPk });
    });
  }
  return found;
}

/** Whether a list holds a record, or its arguments do not contradict its fields. */
export function mayHold(listPk: string, list: unknown, pk: string, row: object): boolean {
  return holds(list, pk) || !contradicts(listPk, row);
}

/** The words in a schema's name, as {@link quoteName} writes them. */
const WORDS = /"(?:[^"\\]|\\.)*"|[^[\]{}(),:|"<>\\…]+/g;

/** Whether `listKind` is one of lists or maps of `kind`. */
export function isListOf(listKind: string, kind: string): boolean {
  if (!listKind.startsWith('[') && !listKind.startsWith('{')) return false;
  return !!listKind.match(WORDS)?.includes(quoteName(kind));
}

function holds(list: unknown, pk: string): boolean {
  return Object.values(list ?? {}).some(result => keyIn(result) === pk);
}

/**
 * Removes a record from a list or map.
 *
 * @param row its fields: a union names the record's kind in one of them
 * @param isOnly whether no other kind that the list may hold has a record with this key
 */
export function withoutRecord(list: Row | undefined, pk: string, row: object, isOnly: boolean): Row {
  const withKey = Object.values(list ?? {}).filter(result => keyIn(result) === pk);
  const kinds = Object.values(row);
  const ofKind = withKey.filter(result => kinds.includes((result as { readonly schema?: unknown }).schema));
  const removed = isOnly ? withKey : ofKind;
  return Array.isArray(list)
    ? list.filter(result => !removed.includes(result))
    : filterFields((list ?? {}) as EntityRow, (_name, result) => !removed.includes(result));
}

/** The number under which a stored list was requested; 0 for none. */
export function storedListAt(entities: Entities, kind: string, pk: string): number {
  return listedAt(getCell(entities[kind], pk)?.meta ?? {});
}

/** Whether the arguments of a list contradict the fields of a record. */
export function contradicts(listPk: string, row: object): boolean {
  return argumentsOf(listPk).some(
    ([name, value]) =>
      Object.hasOwn(row, name) && asString((row as Record<string, unknown>)[name], name) !== value,
  );
}

/** The arguments in a list's key; none if the app makes keys of another form. */
function argumentsOf(listPk: string): readonly (readonly [name: string, value: unknown])[] {
  return attempt(() => Object.entries(JSON.parse(listPk) as object)) ?? [];
}
