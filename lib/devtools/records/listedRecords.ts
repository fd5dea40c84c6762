import { getOrCreate } from '../../plain/getOrCreate';
import { diffTables } from '../../tables/diffTables';
import { getValue } from '../../tables/getCell';
import { orderedCells } from '../../tables/iterate';
import type { EntityTable } from '../../types/State';
import { textOf } from '../parts/JsonTree';

/** Reads the keys of successive tables, in order of arrival: the same array while no record comes or goes. */
export function keyReader(): (table: EntityTable | undefined) => readonly string[] {
  let lastTable: EntityTable | undefined;
  let keys: readonly string[] = [];
  return table => {
    let isSame = true;
    diffTables(lastTable, table, (_pk, before, after) => {
      isSame &&= before?.order === after?.order;
    });
    lastTable = table;
    if (!isSame) keys = orderedCells(table).map(([pk]) => pk);
    return keys;
  };
}

const texts = new WeakMap<object, string>();

/** The text that a search finds a record by, besides its key, in lower case; memoized per version of the record. */
export function searchedText(table: EntityTable | undefined, pk: string): string {
  const row = getValue(table, pk);
  return row === undefined ? '' : getOrCreate(texts, row, () => textOf(row).toLowerCase());
}
