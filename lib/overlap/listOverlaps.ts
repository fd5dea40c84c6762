import { filterFields } from '../plain/filterFields';
import { getOrCreate } from '../plain/getOrCreate';
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
import { hasGrown, isOvertaken, MAY_BE_DONE, possibleEffect, summedUp, withPossible } from './listEffects';
import { listsThatHold } from './listsThatMayHold';

/** An overlap writer's decisions on lists. */
export interface ListOverlaps
  extends Pick<
    OverlapWriter,
    | 'reconcileList'
    | 'effects'
    | 'inSentOrder'
    | 'landedMeanwhile'
    | 'noteEffect'
    | 'noteJoined'
    | 'doubtHolders'
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
  /** Memoized {@link joinsMet}; reset when joins change. */
  let met: ReturnType<typeof joinsMet> | undefined;

  const storedMeta = (kind: string, pk: string): RecordMeta | undefined =>
    getCell(before.entities[kind], pk)?.meta;

  const doubtList = (kind: string, pk: string) => caster.doubtList(kind, pk, effects);

  /** The effects that joined each list, for lists that an overlapping mutation has joined. */
  function joinsMet(): ReadonlyMap<string, readonly ListEffect[]> {
    const found = new Map<string, ListEffect[]>();
    for (const made of effects)
      for (const pk of made.joined ?? []) getOrCreate(found, pk, (): ListEffect[] => []).push(made);
    for (const [pk, made] of found) if (!made.some(one => (one.left ?? 0) > since)) found.delete(pk);
    return found;
  }

  /** A member's effect from an earlier read, with only the fields that something later has brought, too. */
  function retold(made: ListEffect): readonly ListEffect[] {
    const { args, results, responses } = made;
    const earlier = responses[0] as EntityRow | null;
    const { value = {}, meta } =
      getCell(before.entities[args[0] as string], keyIn(Object.values(results)[0])) ?? {};
    const isLater = (name: string) => meta !== undefined && ageOf(name, meta) > left;
    const news = filterFields(value as EntityRow, isLater);
    const told = Object.keys(news).length;
    // Only some fields of a new record are not enough.
    if (told === 0 || (earlier === null && told < Object.keys(value).length)) return [];
    return [{ ...made, responses: [earlier, { ...earlier, ...news }] }];
  }

  /** Meets a whole list in a mutation's response: what the mutation changed in it is unknown. */
  function meetWritten(kind: string, pk: string, stored: RecordMeta | undefined, incoming: Row) {
    const row = getValue(before.entities[kind], pk);
    if (sameValue(row, incoming)) return;
    if ((stored?.landed ?? 0) > since) doubt(kind, pk);
    noteEffect({ kind, effect: WROTE, args: [pk], results: [], responses: [incoming, row ?? null] });
  }

  const noteEffect: OverlapWriter['noteEffect'] = ({ joined = [], ...effect }) => {
    const made = { ...effect, since, landed, joined, ...(mutation && { began: landing.began, left }) };
    if (mutation) {
      met ??= joinsMet();
      for (const [pk, joins] of met) if (isOvertaken(made, made.kind, pk, joins)) doubtList(made.kind, pk);
    }
    const isReplaced = made.effect === REPLACED;
    if (isRead(landing) && made.effect !== BELONGS && !isReplaced) return;
    if (landing.horizon() === Infinity) return;
    if (isReplaced) {
      // A late one replaces nothing; of several only the last counts.
      if (leftOf(storedMeta(made.kind, made.args[0] as string) ?? landing) > left) return;
      effects = effects.filter(one => !(one.effect === REPLACED && sameValue(keyOf(one), keyOf(made))));
    }
    // Copied once: a response may bring thousands of records that each have an effect.
    if (effects === before.effects) effects = [...effects];
    (effects as ListEffect[]).push(made);
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
      caster.meetPossible(kind, pk, incoming, stored, isPart);
      if (mutation && !isPart) meetWritten(kind, pk, stored, incoming);
    },
    effects: kind =>
      effects.flatMap(made => {
        // Possible effects have been met already, by the lists that they concern.
        if (made.kind !== kind || made.landed <= since || made.effect === MAY_BE_DONE) return [];
        // An earlier read's members count only as far as something later has brought them, too.
        return made.effect === BELONGS && made.left === undefined && made.since <= left
          ? retold(made)
          : [made];
      }),
    inSentOrder: (...list) => inOrderOf(effects, made => (made.left ?? 0) > left, ...list),
    landedMeanwhile(kind) {
      const found: string[] = [];
      // If no number was assigned in between, nothing has landed: skip the search.
      if (mutation === undefined || landed <= since + 1) return found;
      forEachCell(before.entities[kind], (pk, { meta }) => {
        if ((meta.landed ?? 0) > since) found.push(pk);
      });
      return found;
    },
    noteEffect,
    noteJoined(kind, pk, joined) {
      caster.doubtWithMembers(kind, pk, effects);
      const stored = storedMeta(kind, pk);
      if (effects.length === 0 || (stored !== undefined && leftOf(stored) > left)) return;
      effects = effects.map(made => {
        if (made.kind !== kind || made.joined?.includes(pk) === joined.includes(made)) return made;
        const others = made.joined?.filter(other => other !== pk) ?? [];
        return { ...made, joined: joined.includes(made) ? [...others, pk] : others };
      });
      met = undefined;
      const joins = effects.filter(made => made.joined?.includes(pk));
      if (effects.some(made => isOvertaken(made, kind, pk, joins))) doubtList(kind, pk);
    },
    doubtHolders(kinds, pk) {
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
      caster.doubtConcerned(entities);
      caster.doubtContrary(entities, effects);
      const isChanged = (kind: string, pk: string) =>
        getValue(before.entities[kind], pk) !== getValue(entities[kind], pk);
      for (const { kind, effect, args, landed: at } of mutation ? effects : []) {
        const [pk] = args as readonly [string];
        // The whole list may be from before this effect or after it.
        if (effect === WROTE && at > since && at !== landed && isChanged(kind, pk)) doubt(kind, pk);
      }
      const horizon = landing.horizon();
      const inTime = effects.filter(effect => effect.landed > horizon);
      const after = hasGrown(before.effects.length, inTime.length) ? summedUp(inTime, landing) : inTime;
      return after.length === effects.length ? effects : after;
    },
  };
}

function keyOf({ kind, args }: ListEffect): readonly unknown[] {
  return [kind, ...args];
}
