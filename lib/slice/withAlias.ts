import { withCreatedAs } from '../normalize/withCreatedAs';
import type { Stored } from '../normalize/writeResponse';
import { type Created, createdIn, isAsSent } from '../overlap/creations';
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

/**
 * The records that a response has brought in place of those that were shown, in the order of its schema.
 *
 * Of several a server may leave some out, or name them in another order: then what was sent of each tells.
 */
function createdBy(
  update: OptimisticUpdate,
  endpoint: EndpointInterface,
  result: unknown,
  { entities }: Stored,
): readonly Named[] {
  const shown = new Set(createdIn(update));
  const found: Named[] = [];
  for (const [{ schema }, made] of partsOf(endpoint, result)) {
    const kinds = kindsIn(schema);
    const ofKinds = [...shown].filter(({ kind }) => kinds.includes(kind));
    const known = ofKinds.filter(({ sent }) => sent !== undefined);
    const left = new Set(known.length > 0 ? known : ofKinds);
    const pks = resultsIn(made).map(keyIn);
    const isPartial = pks.length !== left.size;
    for (const pk of pks) {
      let meant: Created | undefined;
      let likeness = -1;
      for (const one of left) {
        const found = likenessOf(getValue(entities[one.kind], pk) as EntityRow, one.sent);
        if (found > likeness) [likeness, meant] = [found, one];
        // Most servers keep the order: then the first is it.
        if (likeness === 1) break;
      }
      if (typeof pk !== 'string' || !meant || (isPartial && meant.isOneOfSeveral && likeness < 1)) continue;
      left.delete(meant);
      shown.delete(meant);
      found.push({ kind: meant.kind, pk, createdAs: meant.pk });
    }
  }
  return found;
}

/** How many of the fields that were sent, and that a record has, are as they were sent: from 0 to 1. */
function likenessOf(row: EntityRow = {}, sent: EntityRow = {}): number {
  const names = Object.keys(sent).filter(name => !isObject(sent[name]) && row[name] !== undefined);
  return names.filter(name => isAsSent(row, sent, name)).length / names.length || 0;
}

/** The results of all records of a response: of one, of a list, of a map. */
function resultsIn(made: unknown): readonly unknown[] {
  return isObject(made) && !isUnionResult(made) ? Object.values(made) : [made];
}
