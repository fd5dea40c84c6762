import { parts } from '../definitions/schemas';
import { getOrCreate, once } from '../plain/getOrCreate';
import { own } from '../plain/own';
import { keyIn } from '../schema/resolveUnion';
import { getCell } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import type { Cell } from '../tables/Table';
import { type DoubtsByKind, doubtsOf, filterDoubts, noteDoubt, withDoubts } from '../types/doubts';
import { leftOf } from '../types/Freshness';
import type { Landing } from '../types/Landing';
import type { StoredRecord } from '../types/OverlapWriter';
import type {
  DataState,
  Doubts,
  Entities,
  EntityRow,
  ListEffect,
  RecordMeta,
  RecordRef,
  Row,
} from '../types/State';
import { latestPossibleOf } from './listEffects';
import {
  type Contrary,
  contradictingLists,
  isListOf,
  listsBy,
  listsThatMayHold,
  mayHold,
  storedListAt,
} from './listsThatMayHold';
import { sameField } from './recordNote';

/** Casts doubts for one landing response, and ends those that it resolves. */
export type DoubtCaster = ReturnType<typeof doubtCaster>;

/** @param possible what failed mutations may have done */
export function doubtCaster(
  before: Pick<DataState, 'entities' | 'overlaps' | 'doubts'>,
  landing: Landing,
  possible: readonly ListEffect[],
) {
  const { left, landed, mutation } = landing;
  const { entities } = before;
  const latestPossible = latestPossibleOf(possible);
  const partsOf = parts.finder?.(entities);
  /** The doubts that change; 0 ends one. */
  const casts: DoubtsByKind = new Map();
  /** Doubted records that lists may contradict, by kind. */
  const contrary = new Map<string, Contrary[]>();
  const noteContrary = (kind: string, record: Contrary) =>
    getOrCreate(contrary, kind, (): Contrary[] => []).push(record);

  const castOn = (kind: string, pk: string): number =>
    casts.get(kind)?.get(pk) ?? Math.abs(own(before.doubts[kind], pk) ?? 0);

  /**
   * Casts a doubt under the number of the mutation that caused it, so that a read which left after that mutation's
   * response ends it, even if another read reveals it later. A spent doubt stays spent.
   */
  function doubt(kind: string, pk: string, cause = landed) {
    const spent = -(own(before.doubts[kind], pk) ?? 0);
    if (spent < cause) noteDoubt(casts, kind, pk, Math.max(cause, castOn(kind, pk)));
  }

  function doubtAll(records: readonly RecordRef[], cause?: number) {
    for (const { kind, pk } of records) doubt(kind, pk, cause);
  }

  /** The `landed` of the latest of some overlapping mutations, or of the response if it is a mutation's. */
  function latestOf(mutations: readonly { readonly landed: number }[]): number {
    return mutation === undefined ? Math.max(...mutations.map(one => one.landed)) : landed;
  }

  return {
    castOn,
    doubt,
    doubtAll,
    latestOf,
    /** The `landed` of the latest failed mutation that concerns what came. */
    latestPossible,
    /** Casts doubts on a record whose creation and deletion overlapped, and on the lists that may hold it. */
    doubtMembership(kind: string, pk: string, row: object) {
      doubt(kind, pk);
      doubtAll(listsThatMayHold(entities, kind, pk, row));
      for (const [part, pks] of partsOf?.(kind, pk) ?? []) {
        // Without a stored part, find the lists by the fields alone.
        for (const one of pks.length > 0 ? pks : ['']) doubtAll(listsThatMayHold(entities, part, one, row));
      }
    },
    /**
     * Casts a doubt on data that may be from before a failed mutation. If the stored data left after that, only a
     * mutation that changes part of a list does so.
     */
    checkPossible(kind: string, pk: string, row: Row, stored: RecordMeta | undefined, isPart?: boolean) {
      const latest = latestPossible(kind, pk, row);
      if (latest === 0) return;
      if (leftOf(stored ?? landing) <= latest) doubt(kind, pk, latest);
      else if (mutation && isPart) doubt(kind, pk);
    },
    /** The same for lists that may depend on fields of a record, according to their collections. */
    doubtListsReading(after: Entities) {
      for (const { kind, args, results, responses, landed: failedAt } of possible) {
        const [pk] = results as readonly [string];
        const isOlder = (list: RecordRef) => {
          const { value, meta } = getCell(after[list.kind], list.pk) as Cell<Row, RecordMeta>;
          const hasJustLanded = meta.landed === landed && leftOf(meta) <= failedAt;
          return (
            hasJustLanded &&
            (meta.keeper !== undefined || mayHold(list.pk, value, pk, responses[0] as object))
          );
        };
        doubtAll(listsBy(args as readonly string[], after, kind, pk, undefined).filter(isOlder), failedAt);
      }
    },
    /** Casts a doubt on a list whose contents do not follow from the known effects. */
    doubtList(kind: string, pk: string, effects: readonly ListEffect[]) {
      const isOfMutation = (effect: ListEffect) =>
        effect.kind === kind && (effect.left !== undefined || effect.isSummed);
      const cause = latestOf(effects.filter(isOfMutation));
      // A stored list that left after them all needs no doubt.
      if (storedListAt(entities, kind, pk) <= cause) doubt(kind, pk, cause);
    },
    /** Casts a doubt on a list if other effects add or remove a record that was doubted after the list left. */
    doubtWithMembers(listKind: string, listPk: string, effects: readonly ListEffect[]) {
      for (const { kind, results, landed: landedAt } of effects)
        if (kind === listKind && landedAt > left)
          for (const result of Object.values(results))
            for (const [recordKind, records] of Object.entries(before.doubts)) {
              const cast = Math.abs(own(records, keyIn(result)) ?? 0);
              if (cast > left && isListOf(listKind, recordKind)) doubt(listKind, listPk, cast);
            }
    },
    /**
     * Casts a doubt on a list that holds a record which was doubted after the list left, and which a refetch missed.
     */
    doubtWithGone(listKind: string, listPk: string, list: Row) {
      const heldKeys = once(() => new Set(Object.values(list).map(keyIn)));
      for (const [kind, records] of Object.entries(before.doubts))
        if (isListOf(listKind, kind))
          for (const [pk, cast] of Object.entries(records))
            if (-cast > left && heldKeys().has(pk)) doubt(listKind, listPk, mutation ? landed : -cast);
    },
    /** Casts doubts on lists that rejudge a record in doubt and read its unchanged fields, which may be wrong. */
    doubtListsJudging(kind: string, pk: string, stored: StoredRecord | undefined, incoming: EntityRow) {
      const cast = castOn(kind, pk);
      if (cast === 0 || stored === undefined) return;
      const row = { ...stored.value, ...incoming };
      const isChanged = (name: string) => !sameField(stored.value, row, name);
      const names = Object.keys(row);
      const changed = names.filter(isChanged);
      const others = names.filter(name => !isChanged(name));
      doubtAll(listsBy(others, entities, kind, pk, row, changed), cast);
    },
    /** Notes that a record in doubt has come again. */
    noteReturned(kind: string, pk: string, stored: RecordMeta) {
      const cast = castOn(kind, pk);
      // A refetch did not bring it, and a response without a body does not show that the server has it.
      if (mutation?.mayBeShown && (own(before.doubts[kind], pk) ?? 0) < 0) doubt(kind, pk);
      // A message may have repeated what was stored before the doubt.
      const storedBefore = { ...stored, left: Math.min(leftOf(stored), cast || Infinity) };
      noteContrary(kind, { pk, stored: storedBefore, cause: mutation ? landed : cast });
    },
    /**
     * Casts doubts on lists that contradict a record in doubt about whether they hold it, and came before or after it:
     * they may show what a failed mutation, or an earlier attempt of one, did and something else undid since.
     */
    doubtContrary(after: Entities) {
      // If no number was assigned in between, nothing has landed: skip the search.
      for (const [kind, table] of landed > left + 1 ? Object.entries(before.overlaps) : [])
        forEachCell(table, (pk, { value }) => {
          const later = value?.notes.filter(
            note =>
              note.wrote && note.landed > left && (note.since < note.left || own(before.doubts[kind], pk)),
          );
          if (later?.length) noteContrary(kind, { pk, cause: latestOf(later) });
        });
      for (const [kind, records] of contrary)
        for (const list of contradictingLists(after, kind, records, landed))
          doubt(list.kind, list.pk, list.cause);
    },
    /** A read that left after a doubt was cast ends it. */
    endDoubt(kind: string, pk: string) {
      const cast = castOn(kind, pk);
      if (cast > 0 && isRead(landing) && left > cast) noteDoubt(casts, kind, pk, 0);
    },
    /** All doubts after the response. Copies them only once. */
    doubtsAfter(): Doubts {
      if (casts.size === 0) return before.doubts;
      return filterDoubts(withDoubts(before.doubts, doubtsOf(casts)), (_kind, _pk, cast) => cast !== 0);
    },
  };
}

/** Whether this is the landing of a read's response. */
export function isRead({ isRequested, mutation }: Landing): boolean {
  return isRequested && mutation === undefined;
}
