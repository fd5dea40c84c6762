import { filterFields } from '../plain/filterFields';
import { sameValue } from '../plain/sameValue';
import { ageOf, listedAt } from '../schema/fieldAges';
import { inOrderOf } from '../schema/joins';
import { keyIn } from '../schema/resolveUnion';
import { getCell, getValue } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import { BELONGS, REPLACED, WROTE } from '../types/EFFECTS';
import { leftOf } from '../types/Freshness';
import type { OverlapWriter } from '../types/OverlapWriter';
import type { Entities, EntityRow, ListEffect, RecordMeta, Row } from '../types/State';
import type { Arrival } from './Arrival';
import { isRead } from './doubtCaster';
import {
  hasGrown,
  isOvertaken,
  joinedLists,
  MAY_BE_DONE,
  possibleEffect,
  summedUp,
  withPossible,
} from './listEffects';
import { listsThatHold } from './listsThatMayHold';

/** An overlap writer's decisions on lists. */
export interface ListOverlaps
  extends Pick<
    OverlapWriter,
    | 'reconcileList'
    | 'effects'
    | 'inSentOrder'
    | 'laterLandedKeys'
    | 'noteEffect'
    | 'noteJoined'
    | 'doubtListsHolding'
    | 'doubt'
  > {
  /**
   * Casts doubts on what was written, and returns the effects to keep.
   *
   * @param entities after the write
   */
  effectsAfter(entities: Entities): readonly ListEffect[];
}

/** Resolves overlaps of lists for one landing response. */
export function listOverlaps({ before, landing, since, caster }: Arrival): ListOverlaps {
  const { left, landed, mutation } = landing;
  const { castOn, doubt, doubtAll, endDoubt } = caster;
  let { effects } = before;
  /** The effects of the landing mutation. */
  const own: ListEffect[] = [];

  const storedMeta = (kind: string, pk: string): RecordMeta | undefined =>
    getCell(before.entities[kind], pk)?.meta;

  const doubtList = (kind: string, pk: string) => caster.doubtList(kind, pk, effects);

  /** A member's effect from an earlier read, with only the fields that something later has brought, too. */
  function withLaterFields(effect: ListEffect): readonly ListEffect[] {
    const { args, results, responses } = effect;
    const earlier = responses[0] as EntityRow | null;
    const { value = {}, meta } =
      getCell(before.entities[args[0] as string], keyIn(Object.values(results)[0])) ?? {};
    const isLater = (name: string) => meta !== undefined && ageOf(name, meta) > left;
    const laterFields = filterFields(value as EntityRow, isLater);
    const count = Object.keys(laterFields).length;
    // Only some fields of a new record are not enough.
    if (count === 0 || (earlier === null && count < Object.keys(value).length)) return [];
    return [{ ...effect, responses: [earlier, { ...earlier, ...laterFields }] }];
  }

  /** Meets a whole list in a mutation's response: what the mutation changed in it is unknown. */
  function checkWritten(kind: string, pk: string, stored: RecordMeta | undefined, incoming: Row) {
    const row = getValue(before.entities[kind], pk);
    if (sameValue(row, incoming)) return;
    if ((stored?.landed ?? 0) > since) doubt(kind, pk);
    noteEffect({ kind, effect: WROTE, args: [pk], results: [], responses: [incoming, row ?? null] });
  }

  const noteEffect: OverlapWriter['noteEffect'] = effect => {
    // Destructuring with a rest would give each effect a hidden class of its own: passes took 30 times as long.
    const noted = { joined: [], ...effect, since, landed, ...(mutation && { began: landing.began, left }) };
    if (mutation) own.push(noted);
    const isReplaced = noted.effect === REPLACED;
    if (isRead(landing) && noted.effect !== BELONGS && !isReplaced) return;
    if (landing.horizon() === Infinity) return;
    if (isReplaced) {
      // A late one replaces nothing; of several only the last counts.
      if (leftOf(storedMeta(noted.kind, noted.args[0] as string) ?? landing) > left) return;
      effects = effects.filter(one => !(one.effect === REPLACED && sameValue(keyOf(one), keyOf(noted))));
    }
    // Copied once: a response may bring thousands of records that each have an effect.
    if (effects === before.effects) effects = [...effects];
    (effects as ListEffect[]).push(noted);
  };

  return {
    reconcileList(kind, pk, stored, incoming, isPart) {
      const shown = stored === undefined ? 0 : leftOf(stored);
      if (!isPart) {
        // The later list that stays may extend an earlier one, as a page does, or may not have ended a doubt.
        const isInDoubt = () => isRead(landing) && castOn(kind, pk) > 0 && castOn(kind, pk) < left;
        if (shown <= left) endDoubt(kind, pk);
        else if (listedAt(stored as RecordMeta) < left || isInDoubt()) doubt(kind, pk, shown);
      }
      caster.doubtWithGone(kind, pk, incoming);
      caster.checkPossible(kind, pk, incoming, stored, isPart);
      if (mutation && !isPart) checkWritten(kind, pk, stored, incoming);
    },
    effects: kind =>
      effects.flatMap(effect => {
        // Possible effects have been met already, by the lists that they concern.
        if (effect.kind !== kind || effect.landed <= since || effect.effect === MAY_BE_DONE) return [];
        // An earlier read's members count only as far as something later has brought them, too.
        return effect.effect === BELONGS && effect.left === undefined && effect.since <= left
          ? withLaterFields(effect)
          : [effect];
      }),
    inSentOrder: (...list) => inOrderOf(effects, effect => (effect.left ?? 0) > left, ...list),
    laterLandedKeys(kind) {
      const landedKeys: string[] = [];
      // If no number was assigned in between, nothing has landed: skip the search.
      if (mutation === undefined || landed <= since + 1) return landedKeys;
      forEachCell(before.entities[kind], (pk, { meta }) => {
        if ((meta.landed ?? 0) > since) landedKeys.push(pk);
      });
      return landedKeys;
    },
    noteEffect,
    noteJoined(kind, pk, joined) {
      caster.doubtWithMembers(kind, pk, effects);
      const stored = storedMeta(kind, pk);
      if (effects.length === 0 || (stored !== undefined && leftOf(stored) > left)) return;
      effects = effects.map(effect => {
        if (effect.kind !== kind || effect.joined?.includes(pk) === joined.includes(effect)) return effect;
        const others = effect.joined?.filter(other => other !== pk) ?? [];
        return { ...effect, joined: joined.includes(effect) ? [...others, pk] : others };
      });
      const { joins } = joinedLists(effects).get(`${kind}\n${pk}`) ?? {};
      const landings = new Map(effects.filter(one => one.left).map(one => [one.landed, one.since]));
      if (joins && [...landings].some(([at, from]) => isOvertaken(joins, from, at))) doubtList(kind, pk);
    },
    doubtListsHolding(kinds, pk) {
      // A deletion that landed meanwhile has shown its kind.
      if (kinds.some(kind => (getCell(before.deleted[kind], pk)?.meta.landed ?? 0) > since)) return;
      doubtAll(listsThatHold(before.entities, kinds, pk));
      // An earlier response may still bring it.
      effects = withPossible(
        effects,
        kinds.map(kind => possibleEffect(kind, pk, since, landed)),
      );
    },
    doubt: doubtList,
    effectsAfter(entities) {
      if (own.length > 0)
        for (const list of joinedLists(effects.concat(own)).values())
          if (isOvertaken(list.joins, since, landed)) caster.doubtList(list.kind, list.pk, before.effects);
      caster.doubtListsReading(entities);
      caster.doubtContrary(entities);
      const isChanged = (kind: string, pk: string) =>
        getValue(before.entities[kind], pk) !== getValue(entities[kind], pk);
      for (const { kind, effect, args, landed: landedAt } of mutation ? effects : []) {
        const [pk] = args as readonly [string];
        // The whole list may be from before this effect or after it.
        if (effect === WROTE && landedAt > since && landedAt !== landed && isChanged(kind, pk))
          doubt(kind, pk);
      }
      const horizon = landing.horizon();
      const stillNeeded = effects.filter(effect => effect.landed > horizon);
      const kept = hasGrown(before.effects.length, stillNeeded.length)
        ? summedUp(stillNeeded, landing)
        : stillNeeded;
      return kept.length === effects.length ? effects : kept;
    },
  };
}

function keyOf({ kind, args }: ListEffect): readonly unknown[] {
  return [kind, ...args];
}
