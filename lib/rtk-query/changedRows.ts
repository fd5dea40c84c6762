import { type Normalized, normalize } from '../normalize/normalize';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { mapFields } from '../plain/mapFields';
import { sameValue } from '../plain/sameValue';
import { toPlain } from '../plain/toPlain';
import { kindsIn } from '../schema/addressedRecord';
import type { EntityClass } from '../schema/EntityClass';
import type { ListSchema } from '../schema/listContents';
import { resolved } from '../schema/resolved';
import { getValue } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import type { Schema } from '../types/Schema';
import type { Entities, EntityRow } from '../types/State';
import type { ChangedRows, RowsSchema } from './BridgedEndpoint';

/** One field of a record that has changed. */
export interface ChangedField {
  readonly kind: string;
  readonly pk: string;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What differs between two versions of the same data. */
export interface Changes {
  /** Only of records that are in both; of stored ones the fields that differ, beside what tells the key. */
  readonly rows: ChangedRows;
  readonly fields: readonly ChangedField[];
  /** Whether a `Collection` in it has other elements. */
  readonly hasOtherElements: boolean;
}

/**
 * The fields of records in which two versions of the same data differ.
 *
 * A record that is new is left out: it has no key that the server knows yet, and is shown from RTK Query's cache.
 */
export function changedRows(
  { schema, args, kinds }: { schema: Schema; args: readonly unknown[]; kinds: RowsSchema },
  before: unknown,
  after: unknown,
  isLeftOut: (change: ChangedField) => boolean = () => false,
  stored: Entities = {},
): Changes {
  const old = normalize(schema, before, args).entities;
  const rows: Record<string, EntityRow[]> = {};
  const fields: ChangedField[] = [];
  let hasOtherElements = false;
  for (const [kind, table] of Object.entries(normalize(schema, after, args).entities)) {
    const entity = kinds[kind]?.[0];
    forEachCell(table, (pk, { value: row }) => {
      const known = getValue(old[kind], pk);
      if (known === undefined || row === undefined || sameValue(known, row)) return;
      if (entity === undefined) {
        hasOtherElements = true;
        return;
      }
      const differing = changedFields(kind, pk, known as EntityRow, row as EntityRow);
      const changed = differing.filter(change => !isLeftOut(change));
      if (changed.length === 0) return;
      fields.push(...changed);
      // What the tables lack is shown from RTK Query's cache, until a part of it stands in them.
      const isStored = getValue(stored[kind], pk) !== undefined;
      const part = isStored ? partOf(entity, pk, row as EntityRow, changed) : (row as EntityRow);
      rows[kind] = [...(rows[kind] ?? []), part];
    });
  }
  return { rows, fields, hasOtherElements };
}

function changedFields(kind: string, pk: string, before: EntityRow, after: EntityRow): ChangedField[] {
  return Object.keys(after)
    .filter(field => !sameValue(before[field], after[field]))
    .map(field => ({ kind, pk, field, before: before[field], after: after[field] }));
}

/** As few fields of a row as tell its key and what has changed. */
function partOf(
  entity: EntityClass,
  pk: string,
  row: EntityRow,
  changed: readonly ChangedField[],
): EntityRow {
  const part = Object.fromEntries(changed.map(({ field, after }) => [field, after]));
  const withId = 'id' in row ? { id: row.id, ...part } : part;
  try {
    return entity.pk(withId) === pk ? withId : row;
  } catch {
    return row;
  }
}

/** What is stored where a `Collection` in some data has got other elements by hand. */
export interface ListEdit {
  readonly schema: Schema;
  readonly args: readonly unknown[];
  /** The records and the lists of the store. */
  readonly entities: Entities;
  /** Elements that were taken out by hand: where they are put back, that was undone. */
  readonly taken: WeakSet<object>;
}

/**
 * The data after such a change, as it is stored: with the keys of records that it has not changed, of which the store may
 * know more, and with the elements that the store's list has got besides.
 */
export function withEditedLists(edit: ListEdit, before: unknown, after: unknown): unknown {
  const { schema, args, entities, taken } = edit;
  const [old, now] = [before, after].map(value => normalize(schema, value, args)) as [Normalized, Normalized];

  function edited(under: unknown, was: unknown, is: unknown, listPk: unknown): unknown {
    const { key = '', isMap, element } = (resolved(under) ?? {}) as Partial<ListSchema>;
    if (isMap === false && typeof listPk === 'string' && Array.isArray(was) && Array.isArray(is)) {
      const [known, wanted, stored] = [old.entities, now.entities, entities].map(all =>
        getValue(all[key], listPk),
      );
      const [kind = ''] = kindsIn(element);
      if (areKeys(known, was) && areKeys(wanted, is) && areKeys(stored))
        return editedList(kind, { was, is, known, wanted, stored });
    }
    if (!isPlainObject(under) || !isPlainObject(was) || !isPlainObject(is)) return toPlain(is);
    return mapFields(is, (name, value) =>
      edited(
        under[name],
        was[name],
        value,
        (listPk as Readonly<Record<string, unknown>> | undefined)?.[name],
      ),
    );
  }

  function editedList(kind: string, { was, is, known, wanted, stored }: EditedList): readonly unknown[] {
    was.forEach((element, i) => {
      if (isObject(element) && !wanted.includes(known[i] as string)) taken.add(element);
    });
    const isUnchanged = (pk: string, element: unknown) =>
      known.includes(pk)
        ? sameValue(getValue(old.entities[kind], pk), getValue(now.entities[kind], pk))
        : isObject(element) && taken.has(element) && getValue(entities[kind], pk) !== undefined;
    const staying = wanted.flatMap((pk, i) =>
      known.includes(pk) && !stored.includes(pk) ? [] : [isUnchanged(pk, is[i]) ? pk : toPlain(is[i])],
    );
    return [...staying, ...stored.filter(pk => !known.includes(pk) && !wanted.includes(pk))];
  }

  return edited(schema, before, after, now.result);
}

/** A list in RTK Query's cache before and after a change by hand, and the keys of what it held, holds, and holds here. */
interface EditedList {
  readonly was: readonly unknown[];
  readonly is: readonly unknown[];
  readonly known: readonly string[];
  readonly wanted: readonly string[];
  readonly stored: readonly string[];
}

/**
 * The data that RTK Query's `merge` has made of several responses, as it is stored: what stood there before says nothing
 * new. A list of the store has its keys, where its records are there; any other data is left out.
 */
export function withMergedLists(
  { schema, args, entities }: Omit<ListEdit, 'taken'>,
  before: unknown,
  after: unknown,
): unknown {
  const { entities: tables, result } = normalize(schema, after, args);

  function merged(under: unknown, was: unknown, is: unknown, listPk: unknown): unknown {
    if (Array.isArray(is)) {
      const { key = '', isMap, element } = (resolved(under) ?? {}) as Partial<ListSchema>;
      const keys = isMap === false && typeof listPk === 'string' ? getValue(tables[key], listPk) : undefined;
      const [kind = ''] = kindsIn(element);
      const held = new Set<unknown>(Array.isArray(was) ? was : []);
      return is.flatMap((one, i) => {
        if (!held.has(one)) return [toPlain(one)];
        return areKeys(keys, is) && getValue(entities[kind], keys[i] as string) !== undefined
          ? [keys[i]]
          : [];
      });
    }
    if (!isPlainObject(under) || !isPlainObject(is)) return toPlain(is);
    return mapFields(is, (name, value) =>
      merged(under[name], isPlainObject(was) ? was[name] : undefined, value, Object(listPk)[name]),
    );
  }

  return merged(schema, before, after, result);
}

/** Whether a stored list consists of keys: one for each of some elements. */
function areKeys(
  list: unknown,
  elements: readonly unknown[] = list as readonly unknown[],
): list is readonly string[] {
  return Array.isArray(list) && list.length === elements.length && list.every(one => typeof one === 'string');
}
