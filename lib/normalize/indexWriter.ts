import { own } from '../plain/own';
import { deleteCell } from '../tables/deleteCell';
import { getValue } from '../tables/getCell';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { emptyTable } from '../tables/Table';
import type { EntityRow, Indexes, Row } from '../types/State';

/** Keeps the indexes of entities in step with their rows. */
export interface IndexWriter {
  /**
   * Updates indexes after a row replaced another one, or was removed.
   *
   * @param fields the fields that the row's schema indexes; those that others of the same kind do are updated, too
   */
  move(
    kind: string,
    pk: string,
    before: Row | undefined,
    after: Row | undefined,
    fields?: readonly string[],
  ): void;
  result(): Indexes;
}

/** Starts writing on top of `before`, which itself never changes. */
export function indexWriter(before: Indexes, owner: Owner): IndexWriter {
  let after = before;

  function moveIn(
    field: string,
    kind: string,
    pk: string,
    rowBefore: Row | undefined,
    rowAfter: Row | undefined,
  ) {
    const oldValue = indexedValue(rowBefore, field);
    const newValue = indexedValue(rowAfter, field);
    const index = own(after[kind], field) ?? emptyTable<string, null>();
    // Put back a value that another record took and released since.
    if (oldValue === newValue && (newValue === undefined || getValue(index, newValue) !== undefined)) return;
    // Another record may have taken the value meanwhile: only the owner releases it.
    const isOwner = oldValue !== undefined && getValue(index, oldValue) === pk;
    const released = isOwner ? deleteCell(index, oldValue, owner) : index;
    const changed =
      newValue === undefined ? released : putCell(released, newValue, { value: pk, meta: null }, owner);
    if (changed !== index) after = { ...after, [kind]: { ...after[kind], [field]: changed } };
  }

  return {
    // No list of all fields: making one for each record took longer than the rest.
    move(kind, pk, rowBefore, rowAfter, fields = []) {
      for (const field of fields) moveIn(field, kind, pk, rowBefore, rowAfter);
      for (const field in after[kind])
        if (!fields.includes(field)) moveIn(field, kind, pk, rowBefore, rowAfter);
    },
    result: () => after,
  };
}

function indexedValue(row: Row | undefined, field: string): string | undefined {
  const value = own(row as EntityRow | undefined, field);
  return value === undefined || typeof value === 'object' ? undefined : String(value);
}
