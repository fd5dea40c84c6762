import { kept, newMap } from '../plain/kept';
import { sameValue } from '../plain/sameValue';
import { keyIn } from '../schema/behindUnion';
import { joinsOf } from '../schema/joins';
import { BELONGS, WROTE } from '../types/EFFECTS';
import type { Landing } from '../types/Landing';
import type { ListEffect, Row } from '../types/State';
import { isListOf, mayHold } from './listsThatMayHold';

/** The effect of a mutation that failed, but that the server may have executed. */
export const MAY_BE_DONE = 'mayBeDone';

/**
 * Notes that a mutation which failed may have changed a record, or one list; or any list of a kind of record.
 *
 * @param pk of the record; '' where only the server knows it
 * @param responses where it is any list: the fields of the record, as far as they were sent
 * @param args where it is any list that these fields concern: their names
 */
export function possibleEffect(
  kind: string,
  pk: string,
  since: number,
  landed: number,
  responses: readonly object[] = [],
  args: readonly string[] = [],
): ListEffect {
  return { kind, effect: MAY_BE_DONE, args, results: [pk], responses, since, landed };
}

/** The `landed` of the latest of such mutations from before which a record, or a list, that has come may be; 0 for none. */
export type LatestPossible = (kind: string, pk: string, coming: Row) => number;

/** Tells so: what concerns one record is looked up, since there may be one for each row of a large body. */
export function latestPossibleOf(possible: readonly ListEffect[]): LatestPossible {
  const ofOne = new Map<string, Map<string, number>>();
  const ofAny: ListEffect[] = [];
  for (const effect of possible) {
    const { kind, args, results, responses, landed } = effect;
    const [pk] = results as readonly [string];
    if (responses.length === 0) kept(ofOne, kind, newMap<string, number>).set(pk, landed);
    else if (args.length === 0) ofAny.push(effect);
  }
  return (comingKind, comingPk, coming) =>
    ofAny.reduce((latest, { kind, results, responses: [fields], landed }) => {
      const [pk] = results as readonly [string];
      const isMeant = isListOf(comingKind, kind) && mayHold(comingPk, coming, pk, fields as object);
      return isMeant ? Math.max(latest, landed) : latest;
    }, ofOne.get(comingKind)?.get(comingPk) ?? 0);
}

/** Effects with notes on such a mutation; of several that say the same the last says all. */
export function withPossible(
  effects: readonly ListEffect[],
  added: readonly ListEffect[],
): readonly ListEffect[] {
  const names = new Set(added.map(nameOf));
  // The others are not written out: one that was cut off may have noted thousands.
  const about = new Set(added.map(recordOf));
  const isSame = (earlier: ListEffect) => about.has(recordOf(earlier)) && names.has(nameOf(earlier));
  const all = [...effects.filter(earlier => !isSame(earlier)), ...added];
  return added.filter(({ responses }) => responses.length > 0).reduce(withFewLike, all);
}

/** Up to this many notes on mutations of one record, or on creations of one kind, are kept apart by what was sent. */
const MAX_ALIKE = 20;

/**
 * Effects with one note in place of many such: what one keeps that hangs is bound by the number of records, and not of
 * mutations. It says nothing of what was sent, so it concerns any list of the kind.
 */
function withFewLike(effects: readonly ListEffect[], latest: ListEffect) {
  const about = nameOf({ ...latest, responses: [] });
  const isOther = (one: ListEffect) =>
    one.responses.length === 0 || nameOf({ ...one, responses: [] }) !== about;
  const others = effects.filter(isOther);
  return effects.length - others.length > MAX_ALIKE ? [...others, { ...latest, responses: [{}] }] : effects;
}

function recordOf({ kind, results }: ListEffect): string {
  return `${kind}\n${String(Object.values(results)[0])}`;
}

function nameOf({ kind, effect, args, results, responses }: ListEffect): string | undefined {
  return effect === MAY_BE_DONE ? JSON.stringify([kind, args, results, responses]) : undefined;
}

/** What may have been done by mutations that failed after a number. Later ones stand behind earlier ones. */
export function possibleSince(effects: readonly ListEffect[], left: number): readonly ListEffect[] {
  let from = effects.length;
  while (from > 0 && (effects[from - 1] as ListEffect).landed > left) from--;
  return effects.slice(from).filter(({ effect }) => effect === MAY_BE_DONE);
}

/** Each time that as many effects more are kept, those of one record are summed up. */
const MANY_EFFECTS = 100;

/** Whether it is time to sum up effects again. */
export function hasGrown(before: number, now: number): boolean {
  return Math.floor(now / MANY_EFFECTS) > Math.floor(before / MANY_EFFECTS);
}

/**
 * One effect in place of two of one record between which no request in flight began: what one keeps that hangs is bound by
 * the number of records, and not of messages.
 */
export function summedUp(effects: readonly ListEffect[], landing: Landing): readonly ListEffect[] {
  const kept: (ListEffect | undefined)[] = [];
  const places = new Map<string, number>();
  for (const made of effects) {
    const { kind, effect, args, results, responses, left, joined = [] } = made;
    const isWritten = effect === WROTE;
    const isTold = isWritten || (effect === BELONGS && left === undefined && responses.length === 1);
    const name = isTold ? JSON.stringify([kind, args, results, isWritten && responses]) : '';
    const at = places.get(name) ?? -1;
    const sum = kept[at] && sumOf(kept[at], made, landing);
    // What joins has the place of the change that made it join.
    const place = sum && joined.length === 0 ? at : kept.length;
    if (sum && place !== at) kept[at] = undefined;
    kept[place] = sum ?? made;
    if (isTold) places.set(name, place);
  }
  return kept.filter(one => one !== undefined);
}

/** Two changes of a record as one; `undefined` where a request that is in flight may have begun in between. */
function sumOf(earlier: ListEffect, made: ListEffect, landing: Landing): ListEffect | undefined {
  const since = Math.min(earlier.since, made.since);
  if (made.responses[0] === null || landing.horizon(since) < made.landed) return undefined;
  const joined = [...new Set([...(earlier.joined ?? []), ...(made.joined ?? [])])];
  return { ...made, responses: earlier.responses, since, joined, isSummed: true };
}

/**
 * Whether a mutation has joined a list at one end, or another one did with its record, in another order than that in
 * which they left.
 *
 * @param joins what mutations have put into the list
 */
export function isOvertaken(
  next: ListEffect,
  kind: string,
  pk: string,
  joins: readonly ListEffect[],
): boolean {
  const isOfNext = (one: ListEffect) => sameValue(keysOf(one), keysOf(next));
  const earlier = joinsOf(joins, kind, pk, next.effect).filter(one => one.landed < next.landed);
  // Another response may have told first what this mutation did to a record.
  const isJoin = () =>
    next.joined?.includes(pk) || earlier.some(one => one.landed > next.since && isOfNext(one));
  return !!next.left && earlier.some(one => (one.left ?? 0) > next.since && !isOfNext(one)) && isJoin();
}

function keysOf({ results }: ListEffect): readonly string[] {
  return Object.values(results).map(keyIn);
}
