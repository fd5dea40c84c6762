import { withCreatedAs } from '../normalize/withCreatedAs';
import type { Stored } from '../normalize/writeResponse';
import { isObject } from '../plain/isObject';
import { getCell } from '../tables/getCell';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { kindShown } from '../types/kindShown';
import type { DataState } from '../types/State';
import { temporaryKey } from '../types/temporaryKey';
import { updateOf } from '../types/updateOf';

/** The tables after a request, and the keys that records had before the server named them. */
type WithAlias = Stored & Pick<DataState, 'aliases'>;

/**
 * Notes which temporary key a record had that a request has just created.
 *
 * Whatever still holds the temporary key finds the record by it, and the record
 * keeps it as the key of its place on the screen.
 */
export function withAlias(
  before: DataState,
  stored: Stored,
  result: unknown,
  changed: ReadonlyMap<string, ReadonlySet<string>>,
  requestId: string | undefined,
  owner: Owner,
): WithAlias {
  const { aliases } = before;
  const update = updateOf(before, requestId);
  // That of a union names the kind, too.
  const pk = isObject(result) && 'schema' in result && 'id' in result ? result.id : result;
  if (update === undefined || typeof pk !== 'string') return { ...stored, aliases };
  const createdAs = temporaryKey(update.requestId);
  const kind = kindShown(update) ?? [...changed.keys()].find(name => isNew(before, changed, name, pk));
  const noted = withCreatedAs(stored, kind, pk, createdAs, owner);
  const isNoted = noted !== stored;
  return {
    ...noted,
    aliases: isNoted ? putCell(aliases, createdAs, { value: pk, meta: null }, owner) : aliases,
  };
}

function isNew(
  { entities }: DataState,
  changed: ReadonlyMap<string, ReadonlySet<string>>,
  kind: string,
  pk: string,
): boolean {
  return !!changed.get(kind)?.has(pk) && getCell(entities[kind], pk) === undefined;
}
