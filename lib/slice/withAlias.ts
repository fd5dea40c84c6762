import { withCreatedAs } from '../normalize/withCreatedAs';
import type { Stored } from '../normalize/writeResponse';
import { kindsIn, partsOf } from '../schema/addressedRecord';
import { keyIn } from '../schema/behindUnion';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { createdIn } from '../types/createdIn';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { DataState, OptimisticUpdate, RecordRef } from '../types/State';
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
  const update = updateOf(before, requestId);
  const created = update === undefined ? [] : createdBy(update, endpoint, result);
  return created.reduce<WithAlias>(
    ({ aliases, ...known }, { kind, pk, createdAs }) => {
      const noted = withCreatedAs(known, kind, pk, createdAs, owner);
      if (noted === known) return { ...known, aliases };
      return { ...noted, aliases: putCell(aliases, createdAs, { value: pk, meta: null }, owner) };
    },
    { ...stored, aliases: before.aliases },
  );
}

interface Created extends RecordRef {
  /** The key under which it was shown before. */
  readonly createdAs: string;
}

/** The records that a response has brought in place of those that were shown, in the order of its schema. */
function createdBy(
  update: OptimisticUpdate,
  endpoint: EndpointInterface,
  result: unknown,
): readonly Created[] {
  // Between them may stand new records that they hold.
  const shown = [...createdIn(update)];
  const found: Created[] = [];
  for (const [{ schema }, made] of partsOf(endpoint, result))
    for (const one of Array.isArray(made) ? made : [made]) {
      const at = shown.findIndex(({ kind }) => kindsIn(schema).includes(kind));
      const pk = keyIn(one);
      if (at < 0 || typeof pk !== 'string') continue;
      const [{ kind, pk: createdAs }] = shown.splice(at, 1) as [RecordRef];
      found.push({ kind, pk, createdAs });
    }
  return found;
}
