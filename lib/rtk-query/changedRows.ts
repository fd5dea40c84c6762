import { normalize } from '../normalize/normalize';
import { attempt } from '../plain/attempt';
import { filterFields } from '../plain/filterFields';
import { identityOf } from '../plain/identityOf';
import { isPlainObject } from '../plain/isPlainObject';
import { mapFields } from '../plain/mapFields';
import { sameValue } from '../plain/sameValue';
import { toPlain } from '../plain/toPlain';
import { WRITTEN } from '../schema/collectionWriter';
import type { EntityClass } from '../schema/EntityClass';
import type { ListSchema } from '../schema/listContents';
import { resolveLazy } from '../schema/resolveLazy';
import { kindsIn } from '../schema/responseParts';
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
const MAX_TAKEN = 1000;

/** Records that were removed from lists, by kind and key. */
export type TakenRows = Map<string, EntityRow>;

/** What two versions belong to, and what they are compared with. */
export interface Compared {
  readonly schema: Schema;
  readonly args: readonly unknown[];
  readonly kinds: Kinds;
  /** The stored records; they outrank a record that comes back just as it was when it was removed. */
  readonly entities: Entities;
  /** Collects removed records, to see which come back; without it, all new ones do. */
  readonly taken?: TakenRows;
  /** Whether a record that is new here is a copy from another query, which may be older than the stored one. */
  isCopy?(kind: string, pk: string, row: EntityRow): boolean;
  /** Whether to skip a field. */
  isLeftOut?(change: ChangedField): boolean;
  /** Called for each stored record that is new here, with the fields that differ. */
  onRenewed?(fields: readonly ChangedField[]): unknown;
}

/**
 * How two versions of the same data differ: in the fields of records in both (of stored ones only those that changed,
 * and what makes up the key), and in the elements of each `Collection`.
 *
 * A new record that is neither stored nor in a `Collection` is left out: the server does not know its key yet, and
 * hooks show it from RTK Query's cache.
 */
export function changedRows(
  { schema, args, kinds, entities: stored, taken, isCopy, isLeftOut = () => false, onRenewed }: Compared,
  before: unknown,
  after: unknown,
): ChangedData {
  const [old, now] = [before, after].map(data => normalize(schema, data, args).entities) as [
    Entities,
    Entities,
  ];
  const rows: Record<string, EntityRow[]> = {};
  const news: Record<string, Record<string, EntityRow>> = {};
  const lists: ChangedList[] = [];
  /** The parts of stored records that are new here. */
  const renewed: (readonly [kind: string, part: EntityRow])[] = [];
  for (const [kind, table] of Object.entries(now)) {
    const entity = kinds[kind];
    forEachCell(table, (pk, { value: row }) => {
      const known = getValue(old[kind], pk);
      if (row === undefined || sameValue(known, row)) return;
      if (entity === undefined) {
        if (known !== undefined)
          lists.push(changedList(kind, pk, known as CollectionRow, row as CollectionRow));
        return;
      }
      const standing = getValue(stored[kind], pk) as EntityRow | undefined;
      const isStored = standing !== undefined;
      if (known === undefined) {
        const isBack = taken === undefined || sameValue(taken.get(placeOf(kind, pk)), row);
        const differing = isStored && !isBack ? changedFields(kind, pk, standing, row as EntityRow) : [];
        if (isStored && (differing.length === 0 || isCopy?.(kind, pk, row as EntityRow))) return;
        news[kind] = { ...news[kind], [pk]: withElements(entity, row as EntityRow, now) };
        if (!isStored) return;
        renewed.push([kind, partOf(entity, pk, row as EntityRow, differing)]);
        onRenewed?.(differing);
        return;
      }
      const differing = changedFields(kind, pk, known as EntityRow, row as EntityRow);
      const changed = differing.filter(change => !isLeftOut(change));
      if (changed.length === 0) return;
      // Hooks show a record from RTK Query's cache until the tables hold any part of it, so store all.
      const part = isStored ? partOf(entity, pk, row as EntityRow, changed) : (row as EntityRow);
      rows[kind] = [...(rows[kind] ?? []), part];
    });
  }
  if (taken !== undefined) {
    if (taken.size > MAX_TAKEN) taken.clear();
    for (const [kind, table] of Object.entries(old))
      forEachCell(table, (pk, { value: row }) => {
        if (getValue(now[kind], pk) === undefined) taken.set(placeOf(kind, pk), row as EntityRow);
      });
  }
  if (lists.length > 0) return { rows, news, lists };
  for (const [kind, part] of renewed) rows[kind] = [...(rows[kind] ?? []), part];
  return { rows, news: {}, lists };
}

/**
 * The former fields of stored records that were inserted by hand with other values, where they still have these.
 *
 * @param renewed the fields of each
 */
export function rowsBefore(
  { kinds, entities }: Compared,
  renewed: readonly (readonly ChangedField[])[],
): ChangedData['rows'] {
  const rows: Record<string, EntityRow[]> = {};
  for (const fields of renewed) {
    const [{ kind, pk } = { kind: '', pk: '' }] = fields;
    const row = getValue(entities[kind], pk) as EntityRow | undefined;
    const entity = kinds[kind];
    const back = fields
      .filter(({ field, before, after }) => before !== undefined && sameValue(row?.[field], after))
      .map(({ before, after, ...place }) => ({ ...place, before: after, after: before }));
    if (entity === undefined || back.length === 0) continue;
    const former = { ...row, ...Object.fromEntries(back.map(({ field, after }) => [field, after])) };
    rows[kind] = [...(rows[kind] ?? []), partOf(entity, pk, former, back)];
  }
  return rows;
}

function placeOf(kind: string, pk: string): string {
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
function changedList(kind: string, pk: string, was: CollectionRow, is: CollectionRow): ChangedList {
  if (!Array.isArray(was) || !Array.isArray(is)) {
    const isNew = ([name, result]: [string, unknown]) => !sameValue(result, (was as EntityRow)[name]);
    const added = Object.entries(is).filter(isNew);
    const out = Object.keys(was).filter(name => !Object.hasOwn(is, name));
    return { kind, pk, out, added: added.map(([name, result]) => ({ name, result })) };
  }
  const [isKnown, isWanted] = [isIn(was), isIn(is)];
  const added = is.flatMap((result, i) =>
    isKnown(result) ? [] : [{ result, ...(i > 0 && { behind: JSON.stringify(is[i - 1]) }) }],
  );
  const isSorted = !sameValue(was.filter(isWanted), is.filter(isKnown));
  const out = was.filter(one => !isWanted(one));
  return { kind, pk, out, added, ...(isSorted && { order: JSON.stringify(is) }) };
}

/** A stored list with a manual update: an added element follows the element that it followed. */
function editedList(stored: CollectionRow, { out, added, order }: ChangedList): CollectionRow {
  if (!Array.isArray(stored)) {
    const kept = filterFields(stored as EntityRow, name => !out.includes(name));
    return { ...kept, ...Object.fromEntries(added.map(({ name = '', result }) => [name, result])) };
  }
  const [isOut, isHeld] = [isIn(out), isIn(stored)];
  const list = stored.filter(one => !isOut(one));
  for (const { result, behind } of added) {
    if (isHeld(result)) continue;
    const at = list.findIndex(one => JSON.stringify(one) === behind) + 1;
    list.splice(behind === undefined ? 0 : at || list.length, 0, result);
  }
  if (order === undefined) return list;
  const places = new Map((JSON.parse(order) as unknown[]).map((one, i) => [identityOf(one), i]));
  const placeOf = (one: unknown) => places.get(identityOf(one)) ?? places.size;
  return list.sort((one, other) => placeOf(one) - placeOf(other));
}

function isIn(list: readonly unknown[]): (one: unknown) => boolean {
  const ids = new Set(list.map(identityOf));
  return one => ids.has(identityOf(one));
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

  function merged(under: unknown, was: unknown, is: unknown, listPk: unknown): unknown {
    if (Array.isArray(is)) {
      const { key = '', isMap, element } = (resolveLazy(under) ?? {}) as Partial<ListSchema>;
      const list = isMap === false && typeof listPk === 'string' ? getValue(tables[key], listPk) : undefined;
      const keys: readonly unknown[] = Array.isArray(list) && list.length === is.length ? list : [];
      const [kind = ''] = kindsIn(element);
      const held = new Set<unknown>(Array.isArray(was) ? was : []);
      return is.flatMap((one, i) => {
        if (!held.has(one)) return [toPlain(one)];
        const pk = keys[i];
        return typeof pk === 'string' && getValue(entities[kind], pk) !== undefined ? [pk] : [];
      });
    }
    if (!isPlainObject(under) || !isPlainObject(is)) return toPlain(is);
    return mapFields(is, (name, value) =>
      merged(under[name], isPlainObject(was) ? was[name] : undefined, value, Object(listPk)[name]),
    );
  }

  return merged(schema, before, after, result);
}
