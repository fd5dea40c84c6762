import { listKeeper } from '../definitions/listKeeper';
import { word } from '../definitions/word';
import { attempt } from '../plain/attempt';
import { asString } from '../schema/collectionKey';
import { getCell } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import type { Cell } from '../tables/Table';
import type { Entities, RecordMeta, RecordRef, Row } from '../types/State';

/**
 * The stored lists of which a record may be an element: those that hold its key, and
 * those whose arguments do not contradict its fields.
 *
 * Decided by what is stored alone, so that a log can be replayed with any definitions.
 */
export function listsThatMayHold(
  entities: Entities,
  kind: string,
  pk: string,
  row: object,
): readonly RecordRef[] {
  return listsWhere(entities, [kind], (listPk, { value }) => mayHold(listPk, value, pk, row));
}

/**
 * The stored lists that some fields of a record may concern: with `belongs` those that read one of them, others where
 * their arguments name one.
 *
 * @param row what is known of the record
 */
export function listsBy(
  fields: readonly string[],
  entities: Entities,
  kind: string,
  pk: string,
  row: Row | undefined,
): readonly RecordRef[] {
  if (fields.length === 0) return [];
  const reads = readsIn(entities, kind, pk, row);
  return listsWhere(entities, [kind], (listPk, list, table) =>
    list.meta.keeper === undefined
      ? argumentsOf(listPk).some(([name]) => fields.includes(name))
      : reads(table, listPk, list, fields),
  );
}

/** The stored lists with `belongs` that are judged again, as some fields of a record have changed, and by other fields too. */
export function listsJudgedBy(
  changed: readonly string[],
  others: readonly string[],
  entities: Entities,
  kind: string,
  pk: string,
  row: Row,
): readonly RecordRef[] {
  if (changed.length === 0) return [];
  const reads = readsIn(entities, kind, pk, row);
  return listsWhere(
    entities,
    [kind],
    (listPk, list, table) =>
      list.meta.keeper !== undefined &&
      reads(table, listPk, list, changed) &&
      reads(table, listPk, list, others),
  );
}

/** Tells whether a list with `belongs` may read some fields of a record. */
function readsIn(entities: Entities, kind: string, pk: string, row: Row | undefined) {
  const after = (of: string, at: string) =>
    of === kind && at === pk ? row : getCell(entities[of], at)?.value;
  return (table: string, listPk: string, list: Cell<Row, RecordMeta>, fields: readonly string[]) =>
    listKeeper.reads?.(table, listPk, list, fields, { kind, pk, after }) !== false;
}

/** The stored lists of some kinds of record that hold a key, or a value with it. */
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
  isMeant: (listPk: string, list: Cell<Row, RecordMeta>, table: string) => boolean,
): readonly RecordRef[] {
  const found: RecordRef[] = [];
  for (const [listKind, table] of Object.entries(entities)) {
    if (!kinds.some(kind => isListOf(listKind, kind))) continue;
    forEachCell(table, (listPk, list) => {
      if (isMeant(listPk, list, listKind)) found.push({ kind: listKind, pk: listPk });
    });
  }
  return found;
}

/** Whether a list holds a record, or its arguments do not contradict the fields of it. */
export function mayHold(listPk: string, list: unknown, pk: string, row: object): boolean {
  return holds(list, pk) || !contradicts(listPk, row);
}

/** The words that the name of a schema is made of, as {@link word} writes them. */
const WORDS = /"(?:[^"\\]|\\.)*"|[^[\]{}(),:|"<>\\…]+/g;

/** Whether a kind is that of lists, or maps, with such elements. */
export function isListOf(listKind: string, kind: string): boolean {
  if (!listKind.startsWith('[') && !listKind.startsWith('{')) return false;
  return listKind.match(WORDS)?.includes(word(kind)) === true;
}

function holds(list: unknown, pk: string): boolean {
  return Object.values(list ?? {}).some(
    result => result === pk || (result as { readonly id?: unknown } | null)?.id === pk,
  );
}

function contradicts(listPk: string, row: object): boolean {
  return argumentsOf(listPk).some(
    ([name, value]) =>
      Object.hasOwn(row, name) && asString((row as Record<string, unknown>)[name], name) !== value,
  );
}

/** The arguments that a list's key is made of; none where an app makes keys of another form. */
function argumentsOf(listPk: string): readonly (readonly [name: string, value: unknown])[] {
  return attempt(() => Object.entries(JSON.parse(listPk) as object)) ?? [];
}
