import { withCreatedAs } from '../normalize/withCreatedAs';
import type { Stored } from '../normalize/writeResponse';
import { isObject } from '../plain/isObject';
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
 * keeps it as the key of its place on the screen. What was shown under its own key keeps that one.
 */
export function withAlias(
  before: DataState,
  stored: Stored,
  result: unknown,
  requestId: string | undefined,
  owner: Owner,
): WithAlias {
  const { aliases } = before;
  const update = updateOf(before, requestId);
  // That of a union names the kind, too.
  const pk = isObject(result) && 'schema' in result && 'id' in result ? result.id : result;
  if (update === undefined || typeof pk !== 'string') return { ...stored, aliases };
  const createdAs = temporaryKey(update.requestId);
  const noted = withCreatedAs(stored, kindShown(update), pk, createdAs, owner);
  return {
    ...noted,
    aliases: noted === stored ? aliases : putCell(aliases, createdAs, { value: pk, meta: null }, owner),
  };
}
