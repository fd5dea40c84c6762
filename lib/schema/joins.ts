import { filterFields } from '../plain/filterFields';
import { identityOf } from '../plain/identityOf';
import { own } from '../plain/own';
import { sameValue } from '../plain/sameValue';
import { BELONGS } from '../types/EFFECTS';
import type { OverlapWriter } from '../types/OverlapWriter';
import type { CollectionRow, EntityRow, ListEffect } from '../types/State';

/** Mutations that put results at the same end of a list as another one does. */
function joinsOf(
  effects: readonly ListEffect[],
  kind: string,
  pk: string,
  effect: string,
): readonly ListEffect[] {
  return effects.filter(
    other => other.kind === kind && other.joined?.includes(pk) && haveOneEnd(other.effect, effect),
  );
}

/**
 * A list after a mutation, among later ones that landed first: these repeat, in the order in which they left, what they
 * did to the records that it adds or removes. Nothing else in the list changes.
 */
export function inOrderOf(
  effects: readonly ListEffect[],
  isLater: (made: ListEffect) => boolean,
  ...[kind, pk, effect, list, changed, reapply]: Parameters<OverlapWriter['inSentOrder']>
): CollectionRow {
  if (changed === list) return list;
  const later = effects.filter(made => made.kind === kind && isLater(made)).sort(byLeaving);
  if (later.length === 0) return changed;
  const isAffected = isInOneOf(list, changed);
  const reapplyPart = (before: CollectionRow, other: ListEffect, n: number) => {
    if (!Object.values(other.results).some(isAffected)) return before;
    return reapply(before, partOf(other, isAffected), joinsOf(later.slice(n + 1), kind, pk, other.effect));
  };
  return later.reduce(reapplyPart, inOrder(effect, list, changed, joinsOf(later, kind, pk, effect)));
}

function byLeaving({ left: one = 0 }: ListEffect, { left: other = 0 }: ListEffect): number {
  return one - other;
}

/** Tests if exactly one of two lists holds a result. */
function isInOneOf(one: CollectionRow, other: CollectionRow): (result: unknown) => boolean {
  const [first, second] = [one, other].map(list => new Set(Object.values(list).map(identityOf)));
  return result => first?.has(identityOf(result)) !== second?.has(identityOf(result));
}

/** A mutation's effect on some of its results. */
function partOf(effect: ListEffect, isAffected: (result: unknown) => boolean): ListEffect {
  const affected = Object.values(effect.results).map(isAffected);
  const results = Array.isArray(effect.results)
    ? effect.results.filter(isAffected)
    : filterFields(effect.results as EntityRow, (_name, result) => isAffected(result));
  return { ...effect, results, responses: effect.responses.filter((_, i) => affected[i]) };
}

/** Whether two effects put their results at the same end of a list. */
export function haveOneEnd(one: string, other: string): boolean {
  // `addTo` decides which end a changed record goes to.
  return one === BELONGS || other === BELONGS || isAtStart(one) === isAtStart(other);
}

/** Whether an effect changes records that existed before. */
export function isOfMembers(effect: string): boolean {
  return effect === 'remove' || effect.startsWith('move');
}

/** A mutation's effect, and when its response landed. */
type OwnEffect = Pick<ListEffect, 'effect' | 'results' | 'landed'>;

/**
 * The mutations that add records which another one removes or moves, or the other way round; or that put something else
 * into an entry of a map, or into entries where the other one puts in only what is in none.
 */
export function opposing(
  effects: readonly ListEffect[],
  { effect, results, landed }: OwnEffect,
): readonly ListEffect[] {
  const keys = Object.values(results).map(identityOf);
  return effects.filter(
    other =>
      other.left !== undefined &&
      other.since < landed &&
      other.effect !== BELONGS &&
      (isOfMembers(other.effect) === isOfMembers(effect)
        ? Array.isArray(other.results) !== Array.isArray(results) ||
          entriesOf(other).some(([name, one]) => isOther(one, entryOf(results, name)))
        : Object.values(other.results).some(one => keys.includes(identityOf(one)))),
  );
}

/** The mutations that overlapped another one, and move what it removes, or remove what it moves. */
export function crossing(
  effects: readonly ListEffect[],
  { effect, results, landed }: OwnEffect,
): readonly ListEffect[] {
  if (!isOfMembers(effect)) return [];
  const keys = Object.values(results).map(identityOf);
  return effects.filter(
    other =>
      other.left !== undefined &&
      other.since < landed &&
      isOfMembers(other.effect) &&
      (other.effect === 'remove') !== (effect === 'remove') &&
      Object.values(other.results).some(one => keys.includes(identityOf(one))),
  );
}

/** Whether a list holds other records if two mutations apply in the other order. */
export function dependsOnOrder(list: CollectionRow, one: Step, other: Step): boolean {
  const [first, second] = [other(one(list)), one(other(list))];
  const isHeldByOne = isInOneOf(first, second);
  return [first, second].some(result => Object.values(result).some(isHeldByOne));
}

/** A mutation's change to a list. */
type Step = (list: CollectionRow) => CollectionRow;

/** The map entries that a mutation set; none for lists. */
export function entriesOf({ results }: ListEffect): readonly (readonly [name: string, result: unknown])[] {
  return Array.isArray(results) ? [] : Object.entries(results);
}

export function entryOf(map: CollectionRow, name: string): unknown {
  return own(map as EntityRow, name);
}

export function isOther(one: unknown, other: unknown): boolean {
  return other !== undefined && !sameValue(one, other);
}

/** A map after a mutation, with entries set before by mutations that left after it; a list as it is. */
export type WithLater = (
  before: CollectionRow,
  after: CollectionRow,
  left: number,
  effects: readonly ListEffect[],
) => CollectionRow;

/** Set once an app has a map, which `Values` makes. */
export const maps: { withLater?: WithLater } = {};

/** Whether a list gained elements. */
export function isLonger(before: CollectionRow, after: CollectionRow): boolean {
  return Array.isArray(before) && Array.isArray(after) && before.length < after.length;
}

/**
 * A list with its new elements before those of mutations that left later but got their responses first, as on
 * a server that works in order of arrival.
 *
 * @param name of the change
 * @param later what such mutations put at the same end
 */
export function inOrder(
  name: string,
  before: CollectionRow,
  after: CollectionRow,
  later: readonly ListEffect[],
): CollectionRow {
  if (later.length === 0 || !isLonger(before, after) || !KNOWN_ENDS.includes(name)) return after;
  const keys = later.flatMap(({ results }) => Object.values(results)).map(identityOf);
  const isLater = (result: unknown) => keys.includes(identityOf(result));
  const isStart = isAtStart(name);
  const others = [...(after as readonly unknown[])];
  const count = others.length - (before.length as number);
  const added = others.splice(isStart ? 0 : -count, count);
  const index = isStart ? others.findLastIndex(isLater) + 1 : others.findIndex(isLater);
  return index < 0 ? after : [...others.slice(0, index), ...added, ...others.slice(index)];
}

/** The name of a move that puts records at the start, as `addTo` says. */
export const MOVE_TO_START = 'moveToStart';
const KNOWN_ENDS = ['push', 'unshift', 'move', MOVE_TO_START];

/** Whether an effect puts its results at the start of a list. */
export function isAtStart(effect: string): boolean {
  return effect === 'unshift' || effect === MOVE_TO_START;
}
