import { normalize } from '../normalize/normalize';
import { attempt } from '../plain/attempt';
import { filterFields } from '../plain/filterFields';
import { identityOf } from '../plain/identityOf';
import { isPlainObject } from '../plain/isPlainObject';
import { mapFields } from '../plain/mapFields';
import { sameValue } from '../plain/sameValue';
import { toPlain } from '../plain/toPlain';
import type { EntityClass } from '../schema/EntityClass';
import type { ListSchema } from '../schema/listContents';
import { resolveLazy } from '../schema/resolveLazy';
import { kindsIn } from '../schema/responseParts';
import { WRITTEN } from '../schema/updateLists';
import { getValue } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import type { NormalizeContext, Schema, SchemaObject } from '../types/Schema';
import type { CollectionRow, Entities, EntityRow } from '../types/State';

/** One manual update of RTK Query's cache, as it is stored. */
export interface ChangedData {
  /** Fields of records, by kind. */
  readonly rows: Readonly<Record<string, readonly EntityRow[]>>;
  /** Records that are new in a `Collection`, by kind and key. */
  readonly news: Readonly<Record<string, Readonly<Record<string, EntityRow>>>>;
  readonly lists: readonly ChangedList[];
}

/**
 * A manual update of a `Collection`. Keys of elements that stay are in JSON strings, because a mutation that may have
 * failed puts every record that it names by key in doubt.
 */
export interface ChangedList {
  readonly kind: string;
  readonly pk: string;
  /** The keys of removed elements; in a map, their names. */
  readonly out: readonly unknown[];
  readonly added: readonly AddedElement[];
  /** The keys of all elements as JSON, if they were sorted. */
  readonly order?: string;
}

interface AddedElement {
  readonly result: unknown;
  /** Only in a map. */
  readonly name?: string;
  /** The key of the preceding element, as JSON; `undefined` for the first one. */
  readonly behind?: string;
}

/** The entities of changed rows, by kind. */
export type Kinds = Record<string, EntityClass>;

/** One field of a record that has changed. */
export interface ChangedField {
  readonly kind: string;
  readonly pk: string;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A limit for feeds that drop the oldest element as they add the newest. */
const MAX_REMOVED_ROWS = 1000;

/** Records that were removed from lists, by kind and key. */
export type RemovedRows = Map<string, EntityRow>;

/** What two versions belong to, and what they are compared with. */
export interface Compared {
  readonly schema: Schema;
  readonly args: readonly unknown[];
  readonly kinds: Kinds;
  /** The stored records; they outrank a record that comes back just as it was when it was removed. */
  readonly entities: Entities;
  /** Collects removed records, to see which come back; without it, all new ones do. */
  readonly removedRows?: RemovedRows;
  /** Whether a record that is new here is a copy from another query, which may be older than the stored one. */
  isCopy?(kind: string, pk: string, row: EntityRow): boolean;
  /** Whether to skip a field. */
  shouldSkip?(change: ChangedField): boolean;
  /** Called for each stored record that is new here, with the fields that differ. */
  onReinserted?(fields: readonly ChangedField[]): unknown;
}

/**
 * How two versions of the same data differ: in the fields of records in both (of stored ones only those that changed,
 * and what makes up the key), and in the elements of each `Collection`.
 *
 * A new record that is neither stored nor in a `Collection` is left out: the server does not know its key yet, and
 * hooks show it from RTK Query's cache.
 */
export function changedRows(
  {
    schema,
    args,
    kinds,
    entities: stored,
    removedRows,
    isCopy,
    shouldSkip = () => false,
    onReinserted,
  }: Compared,
  before: unknown,
  after: unknown,
): ChangedData {
  const [oldEntities, newEntities] = [before, after].map(data => normalize(schema, data, args).entities) as [
    Entities,
    Entities,
  ];
  const rows: Record<string, EntityRow[]> = {};
  const news: Record<string, Record<string, EntityRow>> = {};
  const lists: ChangedList[] = [];
  /** The parts of stored records that are new here. */
  const reinserted: (readonly [kind: string, part: EntityRow])[] = [];
  for (const [kind, table] of Object.entries(newEntities)) {
    const entity = kinds[kind];
    forEachCell(table, (pk, { value: row }) => {
      const previous = getValue(oldEntities[kind], pk);
      if (row === undefined || sameValue(previous, row)) return;
      if (entity === undefined) {
        if (previous !== undefined)
          lists.push(changedList(kind, pk, previous as CollectionRow, row as CollectionRow));
        return;
      }
      const storedRow = getValue(stored[kind], pk) as EntityRow | undefined;
      const isStored = storedRow !== undefined;
      if (previous === undefined) {
        const isReinserted = removedRows === undefined || sameValue(removedRows.get(recordId(kind, pk)), row);
        const differing =
          isStored && !isReinserted ? changedFields(kind, pk, storedRow, row as EntityRow) : [];
        if (isStored && (differing.length === 0 || isCopy?.(kind, pk, row as EntityRow))) return;
        news[kind] = { ...news[kind], [pk]: withElements(entity, row as EntityRow, newEntities) };
        if (!isStored) return;
        reinserted.push([kind, partOf(entity, pk, row as EntityRow, differing)]);
        onReinserted?.(differing);
        return;
      }
      const differing = changedFields(kind, pk, previous as EntityRow, row as EntityRow);
      const changed = differing.filter(change => !shouldSkip(change));
      if (changed.length === 0) return;
      // Hooks show a record from RTK Query's cache until the tables hold any part of it, so store all.
      const part = isStored ? partOf(entity, pk, row as EntityRow, changed) : (row as EntityRow);
      rows[kind] = [...(rows[kind] ?? []), part];
    });
  }
  if (removedRows !== undefined) {
    if (removedRows.size > MAX_REMOVED_ROWS) removedRows.clear();
    for (const [kind, table] of Object.entries(oldEntities))
      forEachCell(table, (pk, { value: row }) => {
        if (getValue(newEntities[kind], pk) === undefined)
          removedRows.set(recordId(kind, pk), row as EntityRow);
      });
  }
  if (lists.length > 0) return { rows, news, lists };
  for (const [kind, part] of reinserted) rows[kind] = [...(rows[kind] ?? []), part];
  return { rows, news: {}, lists };
}

/**
 * The former fields of stored records that were inserted by hand with other values, where they still have these.
 *
 * @param reinserted the fields of each
 */
export function rowsBefore(
  { kinds, entities }: Compared,
  reinserted: readonly (readonly ChangedField[])[],
): ChangedData['rows'] {
  const rows: Record<string, EntityRow[]> = {};
  for (const fields of reinserted) {
    const [{ kind, pk } = { kind: '', pk: '' }] = fields;
    const row = getValue(entities[kind], pk) as EntityRow | undefined;
    const entity = kinds[kind];
    const restoredFields = fields
      .filter(({ field, before, after }) => before !== undefined && sameValue(row?.[field], after))
      .map(({ before, after, ...place }) => ({ ...place, before: after, after: before }));
    if (entity === undefined || restoredFields.length === 0) continue;
    const formerRow = {
      ...row,
      ...Object.fromEntries(restoredFields.map(({ field, after }) => [field, after])),
    };
    rows[kind] = [...(rows[kind] ?? []), partOf(entity, pk, formerRow, restoredFields)];
  }
  return rows;
}

function recordId(kind: string, pk: string): string {
  return JSON.stringify([kind, pk]);
}

/** A new record with its lists in place of their keys. */
function withElements({ schema = {} }: EntityClass, row: EntityRow, tables: Entities): EntityRow {
  return mapFields(row, (name, value: unknown) => {
    const { key = '', isMap } = Object(resolveLazy(schema[name])) as Partial<ListSchema>;
    return isMap === undefined ? value : (getValue(tables[key], String(value)) ?? value);
  });
}

function changedFields(kind: string, pk: string, before: EntityRow, after: EntityRow): ChangedField[] {
  return Object.keys(after)
    .filter(field => !sameValue(before[field], after[field]))
    .map(field => ({ kind, pk, field, before: before[field], after: after[field] }));
}

/** The changed fields of a row and its `id`; the whole row if its key needs more. */
function partOf(
  entity: EntityClass,
  pk: string,
  row: EntityRow,
  changed: readonly ChangedField[],
): EntityRow {
  const part = Object.fromEntries(changed.map(({ field, after }) => [field, after]));
  const withId = 'id' in row ? { id: row.id, ...part } : part;
  return attempt(() => entity.pk(withId)) === pk ? withId : row;
}

/**
 * The schema of changed data. As an optimistic update it is applied to whatever is stored by then, so that a list keeps
 * its other changes.
 */
export function changesSchema(name: string, kinds: Kinds): SchemaObject {
  const schema = {
    name,
    schema: kinds,
    normalize(input: readonly ChangedData[], _parent: unknown, _key: unknown, context: NormalizeContext) {
      for (const { rows, news, lists } of input) {
        for (const [kind, all] of [...Object.entries(rows), ...Object.entries(news)])
          for (const row of Object.values(all)) context.visit(kinds[kind] as Schema, row, input, undefined);
        for (const list of lists) {
          const { kind, pk } = list;
          const stored = context.getRow(kind, pk) as CollectionRow | undefined;
          if (stored !== undefined) context.record({ ...WRITTEN, key: kind }, pk, editedList(stored, list));
        }
      }
      return null;
    },
    denormalize: (result: unknown) => result,
  };
  return schema as SchemaObject;
}

/** The manual update of a list, from the results of its elements before and after. */
function changedList(kind: string, pk: string, before: CollectionRow, after: CollectionRow): ChangedList {
  if (!Array.isArray(before) || !Array.isArray(after)) {
    const isNew = ([name, result]: [string, unknown]) => !sameValue(result, (before as EntityRow)[name]);
    const added = Object.entries(after).filter(isNew);
    const out = Object.keys(before).filter(name => !Object.hasOwn(after, name));
    return { kind, pk, out, added: added.map(([name, result]) => ({ name, result })) };
  }
  const [isInBefore, isInAfter] = [isIn(before), isIn(after)];
  const added = after.flatMap((result, i) =>
    isInBefore(result) ? [] : [{ result, ...(i > 0 && { behind: JSON.stringify(after[i - 1]) }) }],
  );
  const isSorted = !sameValue(before.filter(isInAfter), after.filter(isInBefore));
  const out = before.filter(item => !isInAfter(item));
  return { kind, pk, out, added, ...(isSorted && { order: JSON.stringify(after) }) };
}

/** A stored list with a manual update: an added element follows the element that it followed. */
function editedList(stored: CollectionRow, { out, added, order }: ChangedList): CollectionRow {
  if (!Array.isArray(stored)) {
    const kept = filterFields(stored as EntityRow, name => !out.includes(name));
    return { ...kept, ...Object.fromEntries(added.map(({ name = '', result }) => [name, result])) };
  }
  const [isRemoved, isStored] = [isIn(out), isIn(stored)];
  const list = stored.filter(item => !isRemoved(item));
  for (const { result, behind } of added) {
    if (isStored(result)) continue;
    const index = list.findIndex(item => JSON.stringify(item) === behind) + 1;
    list.splice(behind === undefined ? 0 : index || list.length, 0, result);
  }
  if (order === undefined) return list;
  const indexes = new Map((JSON.parse(order) as unknown[]).map((item, i) => [identityOf(item), i]));
  const indexOf = (item: unknown) => indexes.get(identityOf(item)) ?? indexes.size;
  return list.sort((item, another) => indexOf(item) - indexOf(another));
}

function isIn(list: readonly unknown[]): (item: unknown) => boolean {
  const ids = new Set(list.map(identityOf));
  return item => ids.has(identityOf(item));
}

/**
 * The data that RTK Query's `merge` made of several responses, as it is stored. An element that was there before brings
 * nothing new: only its key is stored, if the tables hold the record; otherwise it is left out.
 */
export function withMergedLists(
  { schema, args, entities }: Compared,
  before: unknown,
  after: unknown,
): unknown {
  const { entities: tables, result } = normalize(schema, after, args);

  function merged(schemaPart: unknown, previous: unknown, current: unknown, listPk: unknown): unknown {
    if (Array.isArray(current)) {
      const { key = '', isMap, element } = (resolveLazy(schemaPart) ?? {}) as Partial<ListSchema>;
      const list = isMap === false && typeof listPk === 'string' ? getValue(tables[key], listPk) : undefined;
      const keys: readonly unknown[] = Array.isArray(list) && list.length === current.length ? list : [];
      const [kind = ''] = kindsIn(element);
      const previousElements = new Set<unknown>(Array.isArray(previous) ? previous : []);
      return current.flatMap((item, i) => {
        if (!previousElements.has(item)) return [toPlain(item)];
        const pk = keys[i];
        return typeof pk === 'string' && getValue(entities[kind], pk) !== undefined ? [pk] : [];
      });
    }
    if (!isPlainObject(schemaPart) || !isPlainObject(current)) return toPlain(current);
    return mapFields(current, (name, value) =>
      merged(
        schemaPart[name],
        isPlainObject(previous) ? previous[name] : undefined,
        value,
        Object(listPk)[name],
      ),
    );
  }

  return merged(schema, before, after, result);
}
