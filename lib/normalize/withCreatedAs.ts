import { getOrCreate, newMap } from '../plain/getOrCreate';
import { isPlainObject } from '../plain/isPlainObject';
import { passNotesOn } from '../plain/versionNotes';
import { getCell } from '../tables/getCell';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import type { EntityRow } from '../types/State';
import type { Stored } from './writeResponse';

/**
 * Notes the temporary key that a record was shown under, so that it keeps its place on the screen. Returns the same
 * tables if there is no such record.
 */
export function withCreatedAs<S extends Stored>(
  stored: S,
  kind: string,
  pk: string,
  createdAs: string,
  owner: Owner,
): S {
  const table = stored.entities[kind];
  const cell = getCell(table, pk);
  // A mutation that stores lists may create a list.
  if (table === undefined || !isPlainObject(cell?.value)) return stored;
  // A copied row has its own instances: if another record turns out to be meant, this one's lose the key.
  const value = getOrCreate(getOrCreate(copies, cell.value, newMap), createdAs, () => ({ ...cell.value }));
  const updated = putCell(table, pk, { ...cell, value, meta: { ...cell.meta, createdAs } }, owner);
  const entities = { ...stored.entities, [kind]: updated };
  passNotesOn(stored.entities, entities);
  return { ...stored, entities };
}

const copies = new WeakMap<object, Map<string, EntityRow>>();
