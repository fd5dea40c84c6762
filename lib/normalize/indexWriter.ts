import { deleteCell } from '../tables/deleteCell';
import { getCell } from '../tables/getCell';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { emptyTable, type Table } from '../tables/Table';
import type { RowSchema } from '../types/Schema';
import type { Indexes, Row } from '../types/State';

/** Keeps the indexes of entities in step with their rows. */
export interface IndexWriter {
  /** Records that a row of `schema` took the place of `before`. */
  move(schema: RowSchema, pk: string, before: Row | undefined, after: Row): void;
  /** Records that a row is gone. */
  forget(kind: string, pk: string, before: Row): void;
  result(): Indexes;
}

/** Starts writing on top of `before`, which is never changed itself. */
export function indexWriter(before: Indexes, owner: Owner): IndexWriter {
  let after = before;

  function update(kind: string, field: string, change: (index: Table<string, null>) => Table<string, null>) {
    const fields = after[kind] ?? {};
    const index = fields[field] ?? emptyTable<string, null>();
    const changed = change(index);
    if (changed !== index) after = { ...after, [kind]: { ...fields, [field]: changed } };
  }

  /** Another record may have taken the value meanwhile: only the owner releases it. */
  function clear(kind: string, field: string, value: string, pk: string) {
    update(kind, field, index =>
      getCell(index, value)?.value === pk ? deleteCell(index, value, owner) : index,
    );
  }

  return {
    move(schema, pk, rowBefore, rowAfter) {
      if (schema.indexes === undefined) return;
      for (const field of schema.indexes) {
        const left = indexedValue(rowBefore, field);
        const taken = indexedValue(rowAfter, field);
        if (left === taken) continue;
        if (left !== undefined) clear(schema.key, field, left, pk);
        if (taken !== undefined) {
          update(schema.key, field, index => putCell(index, taken, { value: pk, meta: null }, owner));
        }
      }
    },
    forget(kind, pk, rowBefore) {
      for (const field of Object.keys(after[kind] ?? {})) {
        const left = indexedValue(rowBefore, field);
        if (left !== undefined) clear(kind, field, left, pk);
      }
    },
    result: () => after,
  };
}

function indexedValue(row: Row | undefined, field: string): string | undefined {
  const value = (row as Readonly<Record<string, unknown>> | undefined)?.[field];
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}
