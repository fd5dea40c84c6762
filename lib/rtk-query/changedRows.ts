import { normalize } from '../normalize/normalize';
import { sameValue } from '../plain/sameValue';
import type { EntityClass } from '../schema/EntityClass';
import { getValue } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import type { Schema } from '../types/Schema';
import type { EntityRow } from '../types/State';
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
  /** Only of records that are in both, and only the fields that differ, beside what tells the key. */
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
      rows[kind] = [...(rows[kind] ?? []), partOf(entity, pk, row as EntityRow, changed)];
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
