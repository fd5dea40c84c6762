import { identityOf } from '../plain/identityOf';
import { sameValue } from '../plain/sameValue';
import { BELONGS, WROTE } from '../types/EFFECTS';
import { leftOf } from '../types/Freshness';
import type { NormalizeContext } from '../types/Schema';
import type { CollectionRow, EntityRow, ListEffect } from '../types/State';
import { type CollectionKey, collectionKey } from './collectionKey';
import {
  crossing,
  dependsOnOrder,
  haveOneEnd,
  inOrder,
  isLonger,
  isOfMembers,
  maps,
  opposing,
} from './joins';
import type { Keeper } from './keepers';
import { changeBy, changeOfEffect } from './listChanges';
import type { Written } from './listContents';
import { type FilteredLists, meets } from './listFilters';
import { notIn } from './listMerge';
import { arranged, heldIn, isPlaced, keptAfter } from './listOfMembers';
import { rowsOf } from './resolveUnion';
import { withoutMembers } from './withMembers';

/**
 * The list of a response, with what overlapping mutations did to such lists.
 *
 * If the list's filters cannot tell what a mutation did to it, the list is in doubt.
 *
 * @param isPage whether the response is a page: it already contains what joined the list since
 */
export function withEffects(
  lists: Keeper & FilteredLists,
  list: CollectionRow,
  pk: string,
  context: NormalizeContext,
  isPage?: boolean,
): CollectionRow {
  const key = collectionKey(pk);
  const effects = context.overlap.effects(lists.key);
  const joined: ListEffect[] = [];
  const toPlace: unknown[] = [];
  const isKept = lists.options.belongs !== undefined;
  const changeOf = (effect: ListEffect, rows = rowsOf(lists.element, effect.results, context)) =>
    changeOfEffect(lists, key, effect, rows, isKept);
  const after = effects.reduce((before, current, n) => {
    const { effect, args, results, responses, goneAt = [], left = 0 } = current;
    const noteJoin = (from: CollectionRow, changed: CollectionRow) => {
      if (isLonger(from, changed)) joined.push(current);
      return changed;
    };
    if (effect === WROTE) {
      const [written, earlier] = responses as readonly CollectionRow[];
      if (args[0] !== pk || sameValue(before, written)) return before;
      context.overlap.doubt(lists.key, pk);
      // If a response shows the list as before, the mutation has overtaken it.
      const isLast = left > leftOf(context.meta) || sameValue(before, earlier);
      return isLast && !isPage ? (written as CollectionRow) : before;
    }
    if (effect === BELONGS) {
      if (current.isSummed && current.since < leftOf(context.meta)) context.overlap.doubt(lists.key, pk);
      const isNext = (other: ListEffect, i: number) =>
        i > n && other.effect === BELONGS && sameValue([other.args, other.results], [args, results]);
      const kept = keptAfter(lists, before, key, pk, current, context, () => effects.find(isNext), toPlace);
      return typeof lists.options.addTo === 'function' ? kept : noteJoin(before, kept);
    }
    const written = { results, rows: rowsOf(lists.element, results, context), responses };
    const isKnown = changeBy(lists, current) !== undefined;
    const change = changeOf(current, written.rows);
    const laterEffects = effects.slice(n + 1);
    if (
      mayMissOut(effect, isKnown, before, key, args, written, lists) ||
      opposing(laterEffects, current).length > 0 ||
      crossing(laterEffects, current).some(other => dependsOnOrder(before, change, changeOf(other))) ||
      wasMovedSince(key, written, lists, laterEffects)
    )
      context.overlap.doubt(lists.key, pk);
    // A list from before a creation can hold only the key of what was deleted.
    const isStray = (_result: unknown, i: number) => (goneAt[i] ?? 0) > leftOf(context.meta);
    const present = withoutMembers(lists.schema, before, Object.values(results).filter(isStray));
    const applied = change(present);
    const changed = maps.withLater?.(present, applied, left, effects.slice(0, n)) ?? applied;
    if (isPlaced(effect, lists)) {
      for (const result of Object.values(results)) toPlace.push(result);
      return changed;
    }
    const laterJoins = joined.filter(other => haveOneEnd(other.effect, effect) && (other.left ?? 0) > left);
    return noteJoin(present, inOrder(effect, present, changed, laterJoins));
  }, list);
  if (!isPage) context.overlap.noteJoined(lists.key, pk, joined);
  // Only once all are known: a changed member is no measure for the place of another.
  return arranged(lists, after, toPlace, key, context);
}

/** A list with a page, without what mutations removed from that list since the page's request left. */
export function withoutRemovedSince(
  lists: Keeper & FilteredLists,
  before: CollectionRow,
  changed: CollectionRow,
  results: CollectionRow,
  pk: string,
  context: NormalizeContext,
): CollectionRow {
  const page = withEffects(lists, results, pk, context, true);
  const present = Object.values(before).concat(Object.values(page));
  return withoutMembers(lists.schema, changed, notIn(present, Object.values(results)));
}

/** Whether a list may hold other elements after a mutation than its filters say. */
export function mayMissOut(
  effect: string,
  isKnown: boolean,
  list: CollectionRow,
  key: CollectionKey,
  args: readonly unknown[],
  { results, rows }: Written,
  lists: FilteredLists,
): boolean {
  const changed = Object.values(results);
  const isHeld = heldIn(list, changed.length);
  return changed.some((result, i) => {
    if (isHeld(result) !== isOfMembers(effect)) return false;
    const isMet = meets(lists, key, args, rows[i]);
    return isMet === undefined || (isMet && !isKnown);
  });
}

/**
 * Whether the stored record, with no mutation to explain it, belongs elsewhere than the mutation's response said.
 * A message of a stream may be older than that response.
 */
function wasMovedSince(
  key: CollectionKey,
  { results, rows, responses }: Written,
  lists: FilteredLists,
  later: readonly ListEffect[],
): boolean {
  return Object.values(results).some((result, i) => {
    const [asReceived, asStored] = [responses[i] as EntityRow, rows[i]].map(row => meets(lists, key, [row]));
    if (asReceived === undefined || asStored === undefined || asReceived === asStored) return false;
    const isOfIt = (other: unknown) => identityOf(other) === identityOf(result);
    return !later.some(effect => effect.effect !== BELONGS && Object.values(effect.results).some(isOfIt));
  });
}
