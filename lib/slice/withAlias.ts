import { withCreatedAs } from '../normalize/withCreatedAs';
import type { Stored } from '../normalize/writeResponse';
import { isObject } from '../plain/isObject';
import { kindsIn, partsOf } from '../schema/addressedRecord';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import type { EndpointInterface } from '../types/EndpointInterface';
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
  endpoint: EndpointInterface,
  result: unknown,
  requestId: string | undefined,
  owner: Owner,
): WithAlias {
  const { aliases } = before;
  const update = updateOf(before, requestId);
  const kind = update && kindShown(update);
  const pk = kind && createdKey(endpoint, result, kind);
  if (update === undefined || typeof pk !== 'string') return { ...stored, aliases };
  const createdAs = temporaryKey(update.requestId);
  const noted = withCreatedAs(stored, kind, pk, createdAs, owner);
  return {
    ...noted,
    aliases: noted === stored ? aliases : putCell(aliases, createdAs, { value: pk, meta: null }, owner),
  };
}

/** The key of the record that a response has brought in place of the one that was shown; in an envelope, in a field. */
function createdKey(endpoint: EndpointInterface, result: unknown, kind: string): unknown {
  for (const [{ schema }, made] of partsOf(endpoint, result)) {
    // That of a union names the kind, too.
    const pk = isObject(made) && 'schema' in made && 'id' in made ? made.id : made;
    if (typeof pk === 'string' && kindsIn(schema).includes(kind)) return pk;
  }
  return undefined;
}
