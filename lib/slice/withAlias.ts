import { withCreatedAs } from '../normalize/withCreatedAs';
import type { Stored } from '../normalize/writeResponse';
import { createdIn } from '../overlap/creations';
import { hasCome } from '../overlap/recordNote';
import { isObject } from '../plain/isObject';
import { isUnionResult } from '../schema/kindOfValue';
import { keyIn, recordBehind } from '../schema/resolveUnion';
import { elementIn, kindsIn, partsOf } from '../schema/responseParts';
import { getCell, getValue } from '../tables/getCell';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { DataState, EntityRow, OptimisticUpdate, RecordRef } from '../types/State';
import { updateOf } from '../types/updateOf';
import { pairCreations } from './pairCreations';

/** The tables after a request, and the keys that records had before the server named them. */
type WithAlias = Stored & Pick<DataState, 'aliases'>;

/**
 * Notes the temporary keys of the records that a request has just created.
 *
 * Code that still holds a temporary key finds the record by it, and the record keeps it as its rendering key. A record
 * that was shown under its own key keeps that one.
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
  const created = update === undefined ? [] : createdBy(before, update, endpoint, result, stored);
  return created.reduce<WithAlias>(
    ({ aliases, ...tables }, { kind, pk, createdAs }) => {
      const renamed = withCreatedAs(tables, kind, pk, createdAs, owner);
      if (renamed === tables) return { ...tables, aliases };
      return { ...renamed, aliases: putCell(aliases, createdAs, { value: pk, meta: null }, owner) };
    },
    { ...stored, aliases: before.aliases },
  );
}

/** A record, and the temporary key under which it was shown before. */
interface Named extends RecordRef {
  readonly createdAs: string;
}

/** The records of a response that replace optimistic ones, in the order of its schema. */
function createdBy(
  before: DataState,
  update: OptimisticUpdate,
  endpoint: EndpointInterface,
  response: unknown,
  { entities }: Stored,
): readonly Named[] {
  const shown = new Set(createdIn(update));
  const named: Named[] = [];
  for (const [{ schema }, partResponse] of shown.size === 0 ? [] : partsOf(endpoint, response)) {
    const element = elementIn(schema);
    const kinds = kindsIn(schema);
    const ofKinds = [...shown].filter(({ kind }) => kinds.includes(kind));
    const withSent = ofKinds.filter(({ sent }) => sent !== undefined);
    const creations = withSent.length > 0 ? withSent : ofKinds;
    for (const kind of new Set(creations.map(one => one.kind))) {
      const received = resultsIn(partResponse).flatMap(result => {
        const pk = kinds.length > 1 ? pkOf(element, result, kind) : keyIn(result);
        const row = typeof pk === 'string' && (getValue(entities[kind], pk) as EntityRow | undefined);
        if (!row) return [];
        const wasStored = getCell(before.entities[kind], pk) !== undefined;
        return { pk, row, isNew: !wasStored || hasCome(before.overlaps, { kind, pk }, update.began) };
      });
      const ofKind = creations.filter(one => one.kind === kind);
      for (const [created, pk] of pairCreations(ofKind, received)) {
        shown.delete(created);
        named.push({ kind, pk, createdAs: created.pk });
      }
    }
  }
  return named;
}

/** The key of a union's record, if it is of that kind. */
function pkOf(element: unknown, result: unknown, expectedKind: string): string | undefined {
  const { kind, pk } = recordBehind(element, result) ?? {};
  return kind === expectedKind ? pk : undefined;
}

/** The results of all records in a response: one, a list or a map. */
function resultsIn(partResponse: unknown): readonly unknown[] {
  return isObject(partResponse) && !isUnionResult(partResponse)
    ? Object.values(partResponse)
    : [partResponse];
}
