import { isPlainObject } from '../plain/isPlainObject';
import { kept, newMap } from '../plain/kept';
import { succeed } from '../plain/lineage';
import { getCell } from '../tables/getCell';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import type { EntityRow } from '../types/State';
import type { Stored } from './writeResponse';

/**
 * Tables in which a record has the place on the screen of the one that was shown in its stead, under a temporary key;
 * the same tables where there is no such record.
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
  // Where a mutation stores lists, a list may be what is new.
  if (table === undefined || !isPlainObject(cell?.value)) return stored;
  // A row of its own has instances of its own: where another record turns out to be meant, this one's lose the key.
  const value = kept(kept(copies, cell.value, newMap), createdAs, () => ({ ...cell.value }));
  const noted = putCell(table, pk, { ...cell, value, meta: { ...cell.meta, createdAs } }, owner);
  const entities = { ...stored.entities, [kind]: noted };
  succeed(stored.entities, entities);
  return { ...stored, entities };
}

const copies = new WeakMap<object, Map<string, EntityRow>>();
