import { parts } from '../definitions/schemas';
import { kept } from '../plain/kept';
import { own } from '../plain/own';
import { keyIn } from '../schema/behindUnion';
import { getCell, getValue } from '../tables/getCell';
import type { Cell } from '../tables/Table';
import { type DoubtsByKind, doubtsOf, filterDoubts, noteDoubt, withDoubts } from '../types/doubts';
import { BELONGS } from '../types/EFFECTS';
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
  isListOf,
  listsAgainst,
  listsBy,
  listsThatMayHold,
  mayHold,
  storedListAt,
} from './listsThatMayHold';
import { sameField } from './recordNote';

/** Casts doubts on behalf of one landing response, and ends those whose outcome it has seen. */
export type DoubtCaster = ReturnType<typeof doubtCaster>;

/**
 * @param possible what may have been done by mutations that failed
 */
export function doubtCaster(
  before: Pick<DataState, 'entities' | 'overlaps' | 'doubts'>,
  landing: Landing,
  possible: readonly ListEffect[],
) {
  const { left, landed, mutation } = landing;
  const { entities } = before;
  const latestPossible = latestPossibleOf(possible);
  const partsOf = parts.finder?.(entities);
  /** What becomes of doubts: 0 for those that end. */
  const casts: DoubtsByKind = new Map();
  /** Records in doubt which lists may deny, by kind. */
  const contrary = new Map<string, Contrary[]>();
  const noteContrary = (kind: string, record: Contrary) =>
    kept(contrary, kind, (): Contrary[] => []).push(record);

  const castOn = (kind: string, pk: string): number =>
    casts.get(kind)?.get(pk) ?? Math.abs(own(before.doubts[kind], pk) ?? 0);

  /**
   * Casts a doubt under the number of the mutation that is its cause, so that a read
   * which left after that one had its response ends it, however late another read shows it. One that is spent stays so.
   */
  function doubt(kind: string, pk: string, cause = landed) {
    const spent = -(own(before.doubts[kind], pk) ?? 0);
    if (spent < cause) noteDoubt(casts, kind, pk, Math.max(cause, castOn(kind, pk)));
  }

  function doubtAll(records: readonly RecordRef[], cause?: number) {
    for (const { kind, pk } of records) doubt(kind, pk, cause);
  }

  /** The number of the latest of some mutations that a response overlapped; its own where it is one itself. */
  function latestOf(mutations: readonly { readonly landed: number }[]): number {
    return mutation === undefined ? Math.max(...mutations.map(one => one.landed)) : landed;
  }

  return {
    castOn,
    doubt,
    doubtAll,
    latestOf,
    /** The latest of the mutations that failed which concerns what has come. */
    latestPossible,
    /** Casts a doubt on a record that has been created and deleted at one time, and on the lists that would hold it. */
    doubtMembership(kind: string, pk: string, row: object) {
      doubt(kind, pk);
      doubtAll(listsThatMayHold(entities, kind, pk, row));
      for (const [part, pks] of partsOf?.(kind, pk) ?? []) {
        // Of one that is not there, no list that has none of it tells.
        for (const one of pks.length > 0 ? pks : ['']) doubtAll(listsThatMayHold(entities, part, one, row));
      }
    },
    /**
     * Casts a doubt on what may be from before a mutation that failed, unless what is stored left after that one; also then
     * on what another mutation changes of a list.
     */
    meetPossible(kind: string, pk: string, row: Row, stored: RecordMeta | undefined, isPart?: boolean) {
      const latest = latestPossible(kind, pk, row);
      if (latest === 0) return;
      if (leftOf(stored ?? landing) <= latest) doubt(kind, pk, latest);
      else if (mutation && isPart) doubt(kind, pk);
    },
    /** The same for lists that fields of a record may concern: which ones these are tells what maintains them. */
    doubtConcerned(after: Entities) {
      for (const { kind, args, results, responses, landed: at } of possible) {
        const [pk] = results as readonly [string];
        const isPast = (list: RecordRef) => {
          const { value, meta } = getCell(after[list.kind], list.pk) as Cell<Row, RecordMeta>;
          const isHere = meta.landed === landed && leftOf(meta) <= at;
          return isHere && (meta.keeper !== undefined || mayHold(list.pk, value, pk, responses[0] as object));
        };
        doubtAll(listsBy(args as readonly string[], after, kind, pk, undefined).filter(isPast), at);
      }
    },
    /** Casts a doubt on a list of which effects of mutations do not tell what it holds. */
    doubtList(kind: string, pk: string, effects: readonly ListEffect[]) {
      const isOfMutation = (made: ListEffect) =>
        made.kind === kind && (made.left !== undefined || made.isSummed);
      const cause = latestOf(effects.filter(isOfMutation));
      // What is stored may have left after them all, and stays then.
      if (storedListAt(entities, kind, pk) <= cause) doubt(kind, pk, cause);
    },
    /** Casts a doubt on a list from before a record was in doubt that it has got, or lost, by what others did. */
    doubtWithMembers(listKind: string, listPk: string, effects: readonly ListEffect[]) {
      for (const { kind, results, landed: at } of effects)
        if (kind === listKind && at > left)
          for (const result of Object.values(results))
            for (const [of, records] of Object.entries(before.doubts)) {
              const cast = Math.abs(own(records, keyIn(result)) ?? 0);
              if (cast > left && isListOf(listKind, of)) doubt(listKind, listPk, cast);
            }
    },
    /** Casts a doubt on a list from before a record was in doubt that a refetch has not found since, if it holds that one. */
    doubtWithGone(listKind: string, listPk: string, list: Row) {
      let held: ReadonlySet<string> | undefined;
      const holds = (pk: string) => {
        held ??= new Set(Object.values(list).map(keyIn));
        return held.has(pk);
      };
      for (const [kind, records] of Object.entries(before.doubts))
        if (isListOf(listKind, kind))
          for (const [pk, cast] of Object.entries(records))
            if (-cast > left && holds(pk)) doubt(listKind, listPk, mutation ? landed : -cast);
    },
    /** A field that is in doubt may have been no concern of a list, until another one of the record changed. */
    doubtJudged(kind: string, pk: string, stored: StoredRecord | undefined, incoming: EntityRow) {
      const cast = castOn(kind, pk);
      if (cast === 0 || stored === undefined) return;
      const row = { ...stored.value, ...incoming };
      const isChanged = (name: string) => !sameField(stored.value, row, name);
      const names = Object.keys(row);
      const changed = names.filter(isChanged);
      const others = names.filter(name => !isChanged(name));
      doubtAll(listsBy(others, entities, kind, pk, row, changed), cast);
    },
    /** Notes that a record which is in doubt has come again. */
    meetInDoubt(kind: string, pk: string, stored: RecordMeta) {
      const cast = castOn(kind, pk);
      // A refetch has not brought it, and of a response without a body nothing tells that the server has it.
      if (mutation?.mayBeShown && (own(before.doubts[kind], pk) ?? 0) < 0) doubt(kind, pk);
      // A message may have repeated what was stored before the doubt.
      const asIf = { ...stored, left: Math.min(leftOf(stored), cast || Infinity) };
      noteContrary(kind, { pk, stored: asIf, cause: mutation ? landed : cast });
    },
    /**
     * Casts a doubt on lists that say otherwise than a record which is in doubt whether they hold it, and came after it or
     * before it: what they saw may have been done by a mutation that failed, and undone since.
     */
    doubtContrary(after: Entities, effects: readonly ListEffect[]) {
      for (const [kind, noted] of Object.entries(before.overlaps))
        for (const pk of Object.keys(before.doubts[kind] ?? {})) {
          const { notes = [] } = getValue(noted, pk) ?? {};
          const told = notes.filter(({ wrote, landed: at }) => wrote && at > left);
          if (told.length > 0) noteContrary(kind, { pk, cause: latestOf(told) });
        }
      // A list may be from after an attempt before the last.
      for (const { effect, args, results, since, left: last = 0, landed: told } of effects)
        if (effect === BELONGS && since < last && told > left)
          noteContrary(args[0] as string, { pk: keyIn(Object.values(results)[0]), cause: told });
      for (const [kind, records] of contrary)
        for (const list of listsAgainst(after, kind, records, landed)) doubt(list.kind, list.pk, list.cause);
    },
    /** A read that left after a doubt was cast has seen how it ended. */
    endDoubt(kind: string, pk: string) {
      const cast = castOn(kind, pk);
      if (cast > 0 && isRead(landing) && left > cast) noteDoubt(casts, kind, pk, 0);
    },
    /** All doubts after it, copied once, however many there are. */
    doubtsAfter(): Doubts {
      if (casts.size === 0) return before.doubts;
      return filterDoubts(withDoubts(before.doubts, doubtsOf(casts)), (_kind, _pk, cast) => cast !== 0);
    },
  };
}

/** Whether what lands is the response to a request that only reads. */
export function isRead({ isRequested, mutation }: Landing): boolean {
  return isRequested && mutation === undefined;
}
