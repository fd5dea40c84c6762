import type { Stored } from '../normalize/writeResponse';
import { getCell } from '../tables/getCell';
import { succeed } from '../tables/lineage';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import type { DataState } from '../types/State';
import { temporaryKey } from '../types/temporaryKey';

/** The tables after a request, and the keys that records had before the server named them. */
type Named = Stored & Pick<DataState, 'aliases'>;

/**
 * Notes which temporary key a record had that a request has just created.
 *
 * Whoever still holds the temporary key finds the record by it, and the record
 * remembers it as the key of its place on the screen.
 */
export function named(
  before: DataState,
  stored: Stored,
  key: string,
  changed: ReadonlyMap<string, ReadonlySet<string>>,
  requestId: string | undefined,
  owner: Owner,
): Named {
  const { aliases } = before;
  const pk = getCell(stored.endpoints, key)?.value;
  const isShown = before.optimistic.some(update => update.requestId === requestId);
  if (requestId === undefined || !isShown || typeof pk !== 'string') return { ...stored, aliases };
  const kind = [...changed.keys()].find(name => isNew(before, changed, name, pk));
  const cell = kind === undefined ? undefined : getCell(stored.entities[kind], pk);
  const table = kind === undefined ? undefined : stored.entities[kind];
  if (kind === undefined || cell === undefined || table === undefined) return { ...stored, aliases };
  const createdAs = temporaryKey(requestId);
  const noted = putCell(table, pk, { ...cell, meta: { ...cell.meta, createdAs } }, owner);
  succeed(table, noted);
  const entities = { ...stored.entities, [kind]: noted };
  return { ...stored, entities, aliases: { ...aliases, [createdAs]: pk } };
}

function isNew(
  { entities }: DataState,
  changed: ReadonlyMap<string, ReadonlySet<string>>,
  kind: string,
  pk: string,
): boolean {
  return changed.get(kind)?.has(pk) === true && getCell(entities[kind], pk) === undefined;
}
