import { withCreatedAs } from '../normalize/withCreatedAs';
import type { Stored } from '../normalize/writeResponse';
import { type Created, createdIn, fits } from '../overlap/creations';
import { filterFields } from '../plain/filterFields';
import { isObject } from '../plain/isObject';
import { kindsIn, partsOf } from '../schema/addressedRecord';
import { keyIn } from '../schema/behindUnion';
import { isUnionResult } from '../schema/kindOfValue';
import { getValue } from '../tables/getCell';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { DataState, EntityRow, OptimisticUpdate, RecordRef } from '../types/State';
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
  const created = update === undefined ? [] : createdBy(update, endpoint, result, stored);
  return created.reduce<WithAlias>(
    ({ aliases, ...known }, { kind, pk, createdAs }) => {
      const noted = withCreatedAs(known, kind, pk, createdAs, owner);
      if (noted === known) return { ...known, aliases };
      return { ...noted, aliases: putCell(aliases, createdAs, { value: pk, meta: null }, owner) };
    },
    { ...stored, aliases: before.aliases },
  );
}

/** A record under its key, and the temporary one under which it was shown before. */
interface Named extends RecordRef {
  readonly createdAs: string;
}

/** The records that a response has brought in place of those that were shown, in the order of its schema. */
function createdBy(
  update: OptimisticUpdate,
  endpoint: EndpointInterface,
  result: unknown,
  { entities }: Stored,
): readonly Named[] {
  const shown = [...createdIn(update)];
  const found: Named[] = [];
  for (const [{ schema }, made] of partsOf(endpoint, result))
    for (const one of resultsIn(made)) {
      const at = shown.findIndex(({ kind }) => kindsIn(schema).includes(kind));
      const pk = keyIn(one);
      if (at < 0 || typeof pk !== 'string') continue;
      const [{ kind, pk: createdAs, sent, isOneOfSeveral }] = shown.splice(at, 1) as [Created];
      const isPlain = (name: string) => !isObject(sent?.[name]);
      const row = getValue(entities[kind], pk) as EntityRow | undefined;
      // Of several a server may leave some out, or name them in another order.
      if (isOneOfSeveral && row && sent && !fits(row, filterFields(sent, isPlain))) continue;
      found.push({ kind, pk, createdAs });
    }
  return found;
}

/** The results of all records of a response: of one, of a list, of a map. */
function resultsIn(made: unknown): readonly unknown[] {
  return isObject(made) && !isUnionResult(made) ? Object.values(made) : [made];
}
