import type { Owner } from './Owner';
import type { Table } from './Table';
import { TableWriter } from './TableWriter';

/**
 * Puts a value and its meta under a key.
 *
 * An existing key keeps its `order`; a new one comes last. Content without a value (or with `undefined`,
 * which JSON lacks) makes a cell without one.
 *
 * @returns The same table if the key already holds this very value and meta, otherwise another one. The
 * given table stays unchanged, unless this owner made it: then it was a draft, not to be used again.
 */
export function putCell<V, M>(
  table: Table<V, M>,
  key: string,
  { value, meta }: { readonly value?: V; readonly meta: M },
  owner: Owner,
): Table<V, M> {
  const writer = new TableWriter(table, owner);
  writer.put(key, value as V, meta);
  return writer.table();
}
