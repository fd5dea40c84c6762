import { withCreatedAs } from '../normalize/withCreatedAs';
import type { Stored } from '../normalize/writeResponse';
import { type Created, createdIn } from '../overlap/creations';
import { hasCome } from '../overlap/recordNote';
import { filterFields } from '../plain/filterFields';
import { isObject } from '../plain/isObject';
import { own } from '../plain/own';
import { isUnionResult } from '../schema/kindOfValue';
import { keyIn, recordBehind } from '../schema/resolveUnion';
import { elementIn, kindsIn, partsOf } from '../schema/responseParts';
import { twinKey } from '../selectors/twinOf';
import { viewOf } from '../selectors/viewOf';
import { getCell, getValue } from '../tables/getCell';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { DataState, Entities, EntityRow, OptimisticUpdate, RecordRef } from '../types/State';
import { isTemporaryKey } from '../types/temporaryKey';
import { updateOf } from '../types/updateOf';
import { pairCreations, type ReceivedRecord } from './pairCreations';

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
  const unnamed = new Map(createdIn(update).map(one => [one.pk, one]));
  const named: Named[] = [];
  if (unnamed.size === 0) return named;

  /**
   * @param keysOf the keys of the records of a kind that may be these
   * @param isNested whether only records that were not stored before may be
   */
  function name(
    creations: readonly Created[],
    keysOf: (kind: string) => readonly unknown[],
    isNested?: boolean,
  ) {
    for (const kind of new Set(creations.map(one => one.kind))) {
      const received = keysOf(kind).flatMap((pk): readonly ReceivedRecord[] => {
        const row = typeof pk === 'string' && (getValue(entities[kind], pk) as EntityRow | undefined);
        if (!row) return [];
        const wasStored = getCell(before.entities[kind], pk) !== undefined;
        const isNew = !wasStored || hasCome(before.overlaps, { kind, pk }, update.began);
        return isNew || !isNested ? [{ pk, row, isNew }] : [];
      });
      const ofKind = creations.filter(one => one.kind === kind);
      for (const [created, pk] of pairCreations(ofKind, received)) {
        unnamed.delete(created.pk);
        named.push({ kind, pk, createdAs: created.pk });
      }
    }
  }

  const parts = partsOf(endpoint, response);
  for (const [{ schema }, partResponse] of parts) {
    const element = elementIn(schema);
    const kinds = kindsIn(schema);
    const ofKinds = [...unnamed.values()].filter(({ kind }) => kinds.includes(kind));
    const withSent = ofKinds.filter(({ sent }) => sent !== undefined);
    name(withSent.length > 0 ? withSent : ofKinds, kind =>
      resultsIn(partResponse).map(result => (kinds.length > 1 ? pkOf(element, result, kind) : keyIn(result))),
    );
  }
  if (unnamed.size === 0) return named;

  const view = viewOf(before).entities;
  const shownRow = (kind: string, pk: string) =>
    (getValue(view[kind], twinKey(before, pk) ?? pk) ?? {}) as EntityRow;
  const others = before.optimistic.filter(other => other !== update);
  /** What was sent for a nested record: all but its temporary key, and what other mutations show of it. */
  const sentFor = ({ kind, pk }: RecordRef) => {
    const changed = new Set(others.flatMap(({ writes }) => own(own(writes, kind), pk) ?? []));
    return filterFields(shownRow(kind, pk), (field, value) => !isTemporaryKey(value) && !changed.has(field));
  };
  /** Names the records within one: they stand in the same field of the response. */
  function nameWithin({ kind, pk, createdAs }: Named) {
    const row = getValue(entities[kind], pk) as EntityRow | undefined;
    for (const [field, value] of Object.entries(row ? shownRow(kind, createdAs) : {})) {
      const nested = keysIn(view, value).flatMap(key => unnamed.get(key as string) ?? []);
      const withSent = nested.map(one => ({ ...one, sent: sentFor(one) }));
      name(withSent, () => keysIn(entities, row?.[field]), true);
    }
  }
  for (const kind of parts.flatMap(([{ schema }]) => kindsIn(schema)))
    for (const pk of Object.keys(update.writes?.[kind] ?? {}))
      if (!isTemporaryKey(pk)) nameWithin({ kind, pk, createdAs: pk });
  // Those that are named meanwhile, too.
  for (const one of named) nameWithin(one);
  return named;
}

/** The keys in a field, at any depth or in a list of its own. */
function keysIn(entities: Entities, value: unknown): readonly unknown[] {
  if (isObject(value)) return Object.values(value).flatMap(one => keysIn(entities, one));
  const list = Object.values(entities)
    .map(table => getValue(table, String(value)))
    .find(Array.isArray);
  return list?.map(keyIn) ?? [value];
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
