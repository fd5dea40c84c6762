import { filterFields } from '../plain/filterFields';
import { getOrCreate, newMap } from '../plain/getOrCreate';
import { deleteCell } from '../tables/deleteCell';
import { getCell, getValue } from '../tables/getCell';
import { putCell } from '../tables/putCell';
import { emptyTable } from '../tables/Table';
import { NO_OVERLAPS } from '../types/initialState';
import type { ComparingWriter, StoredRecord } from '../types/OverlapWriter';
import type { EntityRow, Overlaps, RecordNote, RecordOverlap } from '../types/State';
import type { Arrival } from './Arrival';
import { isRead } from './doubtCaster';
import {
  contradicts,
  isListOf,
  listsBy,
  listsThatHold,
  storedListAt,
  withoutRecord,
} from './listsThatMayHold';
import { noteOf, noteOfRead, sameField } from './recordNote';
import { ownedBy, pruned, resolveRecord } from './resolveRecord';

/** What the response brought of a record, and what was stored before. */
interface Received {
  readonly stored: StoredRecord | undefined;
  readonly incoming: EntityRow;
  /** Whether the record was not in doubt. */
  readonly wasSure: boolean;
  readonly isTop: boolean;
  readonly note: RecordNote;
}

const NOTHING: RecordOverlap = { notes: [], owners: {}, goneAt: 0 };

/** An overlap writer's decisions on records. */
export interface RecordOverlaps
  extends Pick<
    ComparingWriter,
    | 'isIdle'
    | 'concerns'
    | 'reconcile'
    | 'goneAt'
    | 'beforeMutation'
    | 'revives'
    | 'correctedLists'
    | 'deletes'
  > {
  /** The overlaps to keep after the response. */
  overlapsAfter(): Overlaps;
}

/**
 * Resolves overlaps of records for one landing response.
 *
 * @param concernsAll whether any record may have to be resolved
 */
export function recordOverlaps(
  { before, landing, since, isContended, owner, caster }: Arrival,
  concernsAll: boolean,
): RecordOverlaps {
  const { left, landed, mutation } = landing;
  const { castOn, doubt, doubtAll, doubtMembership, endDoubt, latestPossible } = caster;
  // No request in flight overlaps with these notes, so drop them all.
  let overlaps: Overlaps =
    before.overlaps !== NO_OVERLAPS && landing.horizon() === Infinity ? NO_OVERLAPS : before.overlaps;
  /** What this response has brought of each record so far: it may hold one several times. */
  const receivedByKind = new Map<string, Map<string, Received>>();

  const overlapOf = (kind: string, pk: string): RecordOverlap | undefined =>
    getValue(before.overlaps[kind], pk);

  /** Adds what a request in flight may overlap with to a record's notes. */
  function keep(
    kind: string,
    pk: string,
    added: readonly RecordNote[],
    changes: Partial<Omit<RecordOverlap, 'notes'>> = {},
  ) {
    const earlier = overlapOf(kind, pk) ?? NOTHING;
    const table = overlaps[kind] ?? emptyTable<RecordOverlap, null>();
    const notes = earlier.notes.concat(added);
    const overlap = pruned({ ...earlier, ...changes, notes }, landing.horizon());
    const after =
      overlap === undefined
        ? deleteCell(table, pk, owner)
        : putCell(table, pk, { value: overlap, meta: null }, owner);
    if (after !== overlaps[kind]) overlaps = { ...overlaps, [kind]: after };
  }

  return {
    isIdle: !concernsAll && Object.keys(before.doubts).length === 0 && isEmpty(before.overlaps),
    concerns: (kind, pk) => concernsAll || castOn(kind, pk) > 0 || overlapOf(kind, pk) !== undefined,
    reconcile(schema, pk, currentlyStored, row, isCurrentTop) {
      const kind = schema.key;
      const earlier = receivedByKind.get(kind)?.get(pk);
      const { stored, wasSure } = earlier ?? { stored: currentlyStored, wasSure: castOn(kind, pk) === 0 };
      const isTop = earlier?.isTop || isCurrentTop;
      const incoming = earlier ? { ...earlier.incoming, ...row } : row;
      // An earlier attempt may have done what the response does not show.
      if (stored && (!wasSure || since < left)) caster.noteReturned(kind, pk, stored.meta);
      endDoubt(kind, pk);
      caster.checkPossible(kind, pk, incoming, stored?.meta);
      caster.doubtListsJudging(kind, pk, stored, incoming);
      const overlap = overlapOf(kind, pk);
      if (overlap === undefined && !isContended) return incoming;
      const { goneAt } = getValue(overlaps[kind], pk) ?? overlap ?? NOTHING;
      if (goneAt > since && mutation) doubtMembership(kind, pk, incoming);
      const note = noteOf(
        landing,
        schema,
        pk,
        overlap,
        noteOfRead(landing, incoming, stored, wasSure),
        isTop,
        latestPossible,
      );
      getOrCreate(receivedByKind, kind, newMap<string, Received>).set(pk, {
        stored,
        incoming,
        wasSure,
        isTop,
        note,
      });
      const isAlone = overlap === undefined || stored === undefined;
      const { accepted, owners, doubtful } = isAlone
        ? { accepted: row, owners: ownedBy(note, incoming, stored), doubtful: [] }
        : resolveRecord(overlap, note, stored, incoming);
      // A refetch does not end the doubt on a field if another response overrules it, unless a mutation that landed
      // since declares that it writes the field.
      const isSettled = (name: string) =>
        overlap?.notes.some(one => one.landed > left && !one.isGuessed && one.wrote?.includes(name));
      const isOverruled = (name: string) =>
        !wasSure &&
        isRead(landing) &&
        !Object.hasOwn(accepted, name) &&
        !isSettled(name) &&
        !sameField(stored?.value ?? null, incoming, name);
      const unsureNames = [...doubtful, ...Object.keys(incoming).filter(isOverruled)];
      if (unsureNames.length > 0) {
        const cause = caster.latestOf(overlap?.notes.filter(({ wrote }) => wrote !== undefined) ?? []);
        doubt(kind, pk, cause);
        doubtAll(listsBy(unsureNames, before.entities, kind, pk, { ...stored?.value, ...accepted }), cause);
      }
      // Whether this mutation or the failed one was executed last is unknown.
      const isChanged = (name: string) => !sameField(stored?.value ?? null, accepted, name);
      if (mutation && latestPossible(kind, pk, incoming) > 0 && Object.keys(accepted).some(isChanged))
        doubt(kind, pk);
      keep(kind, pk, [note], { owners, goneAt });
      return accepted === row ? row : filterFields(accepted, name => Object.hasOwn(row, name));
    },
    goneAt: (kind, pk) => overlapOf(kind, pk)?.goneAt ?? 0,
    beforeMutation(kind, pk, before, after) {
      const { wrote, atLeaving } = receivedByKind.get(kind)?.get(pk)?.note ?? {};
      if (!wrote || !atLeaving) return before;
      const isShown = (name: string) =>
        wrote.includes(name) && sameField(before, after, name) && !sameField(atLeaving, after, name);
      const shown = filterFields(atLeaving, isShown);
      return Object.keys(shown).length > 0 ? { ...before, ...shown } : before;
    },
    revives(kind, pk, tombstone, row, isTop) {
      const goneAt = tombstone.landed ?? 0;
      // In a response that has both, such as a list of changes, the last counts.
      if (goneAt === landed) {
        // An overlapping deletion may have been executed after this mutation.
        const earlier = getCell(before.deleted[kind], pk)?.meta.landed ?? 0;
        if (mutation && earlier > since) doubtMembership(kind, pk, row);
        return true;
      }
      const creates = mutation?.creates(kind, pk, isTop);
      const later = overlapOf(kind, pk)?.notes.filter(note => note.landed > since) ?? [];
      // A change of the record that this mutation creates may have landed first.
      if (creates) for (const { brought } of later) doubtMembership(kind, pk, brought);
      if (since > goneAt) {
        // A creation in flight may have been executed before the deletion.
        if (isContended) keep(kind, pk, [], { goneAt });
        return true;
      }
      if (!creates) {
        if (mutation) {
          if (later.some(note => note.creates)) doubtMembership(kind, pk, row);
          keep(kind, pk, [noteOfRead(landing, row as EntityRow)]);
        }
        return goneAt === 0;
      }
      const isLast = left > (tombstone.left ?? 0);
      doubtMembership(kind, pk, row);
      if (isLast) return true;
      // An earlier deletion may still land.
      keep(kind, pk, [{ ...noteOfRead(landing, row as EntityRow), creates: true }]);
      return false;
    },
    correctedLists: (kind, pk, { landed: goneAt = 0 }, row, getRow) =>
      listsThatHold(before.entities, [kind], pk).flatMap(list => {
        if (storedListAt(before.entities, list.kind, list.pk) >= goneAt || !contradicts(list.pk, row))
          return [];
        const isTwin = (other: string) =>
          other !== kind && isListOf(list.kind, other) && getCell(before.entities[other], pk) !== undefined;
        const isOnly = !Object.keys(before.entities).some(isTwin);
        return { ...list, row: withoutRecord(getRow(list.kind, list.pk), pk, row, isOnly) };
      }),
    deletes(kind, pk, stored) {
      endDoubt(kind, pk);
      if (mutation === undefined) return stored === undefined || (stored.meta.left ?? 0) <= left;
      const creation = overlapOf(kind, pk)?.notes.find(note => note.creates && note.landed > since);
      if (creation === undefined) return true;
      const isLast = creation.left < left;
      // A message may have removed it already.
      doubtMembership(kind, pk, stored?.value ?? creation.brought);
      // For other mutations that overlap it.
      keep(kind, pk, [], { goneAt: landed });
      return isLast;
    },
    overlapsAfter: () => (isEmpty(overlaps) ? NO_OVERLAPS : overlaps),
  };
}

function isEmpty(overlaps: Overlaps): boolean {
  return Object.values(overlaps).every(({ size }) => size === 0);
}
