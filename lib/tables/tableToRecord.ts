import { orderedCells } from './iterate';
import type { Table } from './Table';

/**
 * The values of a table by key, in order of arrival, for people and for tools; cells without a value are
 * left out. JavaScript itself moves keys that look like array indexes to the front.
 */
export function tableToRecord<V, M>(table: Table<V, M> | undefined): Record<string, V> {
  const entries: [string, V][] = [];
  for (const [key, { value }] of orderedCells(table)) {
    if (value !== undefined) entries.push([key, value]);
  }
  // fromEntries defines properties, so `__proto__` is a key like others.
  return Object.fromEntries(entries);
}
