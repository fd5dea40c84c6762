import { filterFields } from '../plain/filterFields';
import { identityOf } from '../plain/identityOf';
import { own } from '../plain/own';
import { sameValue } from '../plain/sameValue';
import { BELONGS } from '../types/EFFECTS';
import type { OverlapWriter } from '../types/OverlapWriter';
import type { CollectionRow, EntityRow, ListEffect } from '../types/State';

/** What mutations have put at that end of a list where another one puts its results, too. */
export function joinsOf(
  effects: readonly ListEffect[],
  kind: string,
  pk: string,
  effect: string,
): readonly ListEffect[] {
  return effects.filter(
    made => made.kind === kind && made.joined?.includes(pk) && haveOneEnd(made.effect, effect),
  );
}

/**
 * A list with some key after a mutation, among what later ones have done: these do again, in the order in which they left,
 * what they did to the records that it puts in or takes out. Nothing else in the list changes.
 */
export function inOrderOf(
  effects: readonly ListEffect[],
  isLater: (made: ListEffect) => boolean,
  ...[kind, pk, effect, list, changed, again]: Parameters<OverlapWriter['inOrder']>
): CollectionRow {
  if (changed === list) return list;
  const later = effects.filter(made => made.kind === kind && isLater(made)).sort(byLeaving);
  if (later.length === 0) return changed;
  const isMeant = isInOneOf(list, changed);
  const doAgain = (before: CollectionRow, made: ListEffect, n: number) => {
    if (!Object.values(made.results).some(isMeant)) return before;
    return again(before, partOf(made, isMeant), joinsOf(later.slice(n + 1), kind, pk, made.effect));
  };
  return later.reduce(doAgain, inOrder(effect, list, changed, joinsOf(later, kind, pk, effect)));
}

function byLeaving({ left: one = 0 }: ListEffect, { left: other = 0 }: ListEffect): number {
  return one - other;
}

/** Tells whether just one of two lists holds a result. */
function isInOneOf(one: CollectionRow, other: CollectionRow): (result: unknown) => boolean {
  const [first, second] = [one, other].map(list => new Set(Object.values(list).map(identityOf)));
  return result => first?.has(identityOf(result)) !== second?.has(identityOf(result));
}

/** What a mutation did to some of its results. */
function partOf(made: ListEffect, isMeant: (result: unknown) => boolean): ListEffect {
  const meant = Object.values(made.results).map(isMeant);
  const results = Array.isArray(made.results)
    ? made.results.filter(isMeant)
    : filterFields(made.results as EntityRow, (_name, result) => isMeant(result));
  return { ...made, results, responses: made.responses.filter((_, i) => meant[i]) };
}

/** Whether two effects put their results at the same end of a list. */
export function haveOneEnd(one: string, other: string): boolean {
  // Which end a changed record goes to, `addTo` says.
  return one === BELONGS || other === BELONGS || isAtStart(one) === isAtStart(other);
}

/** Whether an effect is one on records that were there. */
export function isOfMembers(effect: string): boolean {
  return effect === 'remove' || effect.startsWith('move');
}

/** What a mutation has done, and when its response landed. */
type Done = Pick<ListEffect, 'effect' | 'results' | 'landed'>;

/**
 * Of some mutations those that put records into lists that another one takes out or moves, or the other way round; or that
 * put something else into an entry of a map, or into entries where the other one puts in only what is in none.
 */
export function opposing(
  effects: readonly ListEffect[],
  { effect, results, landed }: Done,
): readonly ListEffect[] {
  const keys = Object.values(results).map(identityOf);
  return effects.filter(
    made =>
      made.left !== undefined &&
      made.since < landed &&
      made.effect !== BELONGS &&
      (isOfMembers(made.effect) === isOfMembers(effect)
        ? Array.isArray(made.results) !== Array.isArray(results) ||
          entriesOf(made).some(([name, one]) => isOther(one, entryOf(results, name)))
        : Object.values(made.results).some(one => keys.includes(identityOf(one)))),
  );
}

/** Of some mutations those that move what another one takes out, or take out what it moves, and that it overlapped. */
export function crossing(
  effects: readonly ListEffect[],
  { effect, results, landed }: Done,
): readonly ListEffect[] {
  if (!isOfMembers(effect)) return [];
  const keys = Object.values(results).map(identityOf);
  return effects.filter(
    made =>
      made.left !== undefined &&
      made.since < landed &&
      isOfMembers(made.effect) &&
      (made.effect === 'remove') !== (effect === 'remove') &&
      Object.values(made.results).some(one => keys.includes(identityOf(one))),
  );
}

/** Whether a list holds other records where two mutations have been done to it in the other order. */
export function dependsOnOrder(list: CollectionRow, one: Step, other: Step): boolean {
  const [first, second] = [other(one(list)), one(other(list))];
  const isHeldByOne = isInOneOf(first, second);
  return [first, second].some(ended => Object.values(ended).some(isHeldByOne));
}

/** What a mutation makes of a list. */
type Step = (list: CollectionRow) => CollectionRow;

/** The entries of maps that a mutation has set; none of lists. */
export function entriesOf({ results }: ListEffect): readonly (readonly [name: string, result: unknown])[] {
  return Array.isArray(results) ? [] : Object.entries(results);
}

export function entryOf(map: CollectionRow, name: string): unknown {
  return own(map as EntityRow, name);
}

export function isOther(one: unknown, other: unknown): boolean {
  return other !== undefined && !sameValue(one, other);
}

/** A map after a mutation, with the entries that mutations have set before which left after it; a list as it is. */
export type WithLater = (
  before: CollectionRow,
  after: CollectionRow,
  left: number,
  effects: readonly ListEffect[],
) => CollectionRow;

/** Set once an app has a map, which `Values` makes. */
export const maps: { withLater?: WithLater } = {};

/** Whether a list has got elements. */
export function isLonger(before: CollectionRow, after: CollectionRow): boolean {
  return Array.isArray(before) && Array.isArray(after) && before.length < after.length;
}

/**
 * A list with its new elements before those of mutations that left later but had their responses first, as
 * a server that works in order of arrival has them.
 *
 * @param name of what was done to it
 * @param later what such mutations have put at the same end
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
  const added = others.length - (before.length as number);
  const fresh = others.splice(isStart ? 0 : -added, added);
  const at = isStart ? others.findLastIndex(isLater) + 1 : others.findIndex(isLater);
  return at < 0 ? after : [...others.slice(0, at), ...fresh, ...others.slice(at)];
}

/** The name of a move that puts records at the start, as `addTo` says. */
export const MOVE_TO_START = 'moveToStart';
const KNOWN_ENDS = ['push', 'unshift', 'move', MOVE_TO_START];

/** Whether an effect puts its results at the start of a list. */
export function isAtStart(effect: string): boolean {
  return effect === 'unshift' || effect === MOVE_TO_START;
}
