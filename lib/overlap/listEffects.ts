import { getOrCreate, newMap } from '../plain/getOrCreate';
import { haveOneEnd } from '../schema/joins';
import { keyIn } from '../schema/resolveUnion';
import { BELONGS, WROTE } from '../types/EFFECTS';
import type { Landing } from '../types/Landing';
import type { ListEffect, RecordRef, Row } from '../types/State';
import { isListOf, mayHold } from './listsThatMayHold';

/** The effect of a failed mutation that the server may have executed. */
export const MAY_BE_DONE = 'mayBeDone';

/**
 * Notes that a failed mutation may have changed a record, one list, or any list of a kind of record.
 *
 * @param pk of the record; '' if only the server knows it
 * @param responses for any list: the fields of the record that were sent
 * @param args for any list that these fields concern: their names
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

/** The `landed` of the latest failed mutation that a record or list may be older than; 0 for none. */
export type LatestPossible = (kind: string, pk: string, coming: Row) => number;

/** Indexes effects on single records, since there may be one for each row of a large body. */
export function latestPossibleOf(possible: readonly ListEffect[]): LatestPossible {
  const ofOne = new Map<string, Map<string, number>>();
  const ofAny: ListEffect[] = [];
  for (const effect of possible) {
    const { kind, args, results, responses, landed } = effect;
    const [pk] = results as readonly [string];
    if (responses.length === 0) getOrCreate(ofOne, kind, newMap<string, number>).set(pk, landed);
    else if (args.length === 0) ofAny.push(effect);
  }
  return (comingKind, comingPk, coming) =>
    ofAny.reduce((latest, { kind, results, responses: [fields], landed }) => {
      const [pk] = results as readonly [string];
      const matches = isListOf(comingKind, kind) && mayHold(comingPk, coming, pk, fields as object);
      return matches ? Math.max(latest, landed) : latest;
    }, ofOne.get(comingKind)?.get(comingPk) ?? 0);
}

/** Adds notes on failed mutations to effects; of equal notes only the last is kept. */
export function withPossible(
  effects: readonly ListEffect[],
  added: readonly ListEffect[],
): readonly ListEffect[] {
  const names = new Set(added.map(nameOf));
  // Only these are serialized: a failed mutation may have noted thousands.
  const records = new Set(added.map(recordOf));
  const isSame = (earlier: ListEffect) => records.has(recordOf(earlier)) && names.has(nameOf(earlier));
  const all = [...effects.filter(earlier => !isSame(earlier)), ...added];
  return added.filter(({ responses }) => responses.length > 0).reduce(withBoundedNotes, all);
}

/** How many notes on mutations of one record, or creations of one kind, may differ only in what was sent. */
const MAX_ALIKE = 20;

/**
 * Replaces too many such notes with one: what a hanging request retains is bounded by the number of records, not of
 * mutations. The one note omits what was sent, so it concerns any list of the kind.
 */
function withBoundedNotes(effects: readonly ListEffect[], latest: ListEffect) {
  const records = nameOf({ ...latest, responses: [] });
  const isOther = (other: ListEffect) =>
    other.responses.length === 0 || nameOf({ ...other, responses: [] }) !== records;
  const others = effects.filter(isOther);
  return effects.length - others.length > MAX_ALIKE ? [...others, { ...latest, responses: [{}] }] : effects;
}

function recordOf({ kind, results }: ListEffect): string {
  return `${kind}\n${String(Object.values(results)[0])}`;
}

function nameOf({ kind, effect, args, results, responses }: ListEffect): string | undefined {
  return effect === MAY_BE_DONE ? JSON.stringify([kind, args, results, responses]) : undefined;
}

/** The effects of mutations that failed after a number. */
export function possibleSince(effects: readonly ListEffect[], left: number): readonly ListEffect[] {
  return effects.filter(({ effect, landed }) => effect === MAY_BE_DONE && landed > left);
}

/** The effects of one record are summed up each time this many more are kept. */
const MANY_EFFECTS = 100;

/** Whether it is time to sum up effects again. */
export function hasGrown(before: number, now: number): boolean {
  return Math.floor(now / MANY_EFFECTS) > Math.floor(before / MANY_EFFECTS);
}

/**
 * Merges two effects of one record if no request in flight began in between: what a hanging request retains is bounded
 * by the number of records, not of messages.
 */
export function summedUp(effects: readonly ListEffect[], landing: Landing): readonly ListEffect[] {
  const kept: (ListEffect | undefined)[] = [];
  const indexes = new Map<string, number>();
  for (const current of effects) {
    const { kind, effect, args, results, responses, left, joined = [] } = current;
    const isWritten = effect === WROTE;
    const isMergeable = isWritten || (effect === BELONGS && left === undefined && responses.length === 1);
    const name = isMergeable ? JSON.stringify([kind, args, results, isWritten && responses]) : '';
    const earlierIndex = indexes.get(name) ?? -1;
    const sum = kept[earlierIndex] && sumOf(kept[earlierIndex], current, landing);
    // An effect that joins a list keeps its position.
    const index = sum && joined.length === 0 ? earlierIndex : kept.length;
    if (sum && index !== earlierIndex) kept[earlierIndex] = undefined;
    kept[index] = sum ?? current;
    if (isMergeable) indexes.set(name, index);
  }
  return kept.filter(other => other !== undefined);
}

/** Merges two changes of a record; `undefined` if a request in flight may have begun in between. */
function sumOf(earlier: ListEffect, later: ListEffect, landing: Landing): ListEffect | undefined {
  const since = Math.min(earlier.since, later.since);
  if (later.responses[0] === null || landing.horizon(since) < later.landed) return undefined;
  const joined = [...new Set([...(earlier.joined ?? []), ...(later.joined ?? [])])];
  return { isSummed: true, ...later, responses: earlier.responses, since, joined };
}

/**
 * What joined a list, in this order: each join with the mutations of its records that were in flight then, which another
 * response may have shown first.
 */
type Joins = readonly (readonly ListEffect[])[];

/** The lists that effects joined. */
export function joinedLists(effects: readonly ListEffect[]): Map<string, RecordRef & { joins: Joins }> {
  const made = new Map<string, ListEffect[]>();
  for (const effect of effects)
    if (effect.left) for (const key of keysOf(effect)) getOrCreate(made, key, newArray).push(effect);
  const lists = new Map<string, RecordRef & { joins: (readonly ListEffect[])[] }>();
  for (const effect of effects) {
    const { kind, landed, joined = [] } = effect;
    for (const pk of joined) {
      const pending = keysOf(effect)
        .flatMap(key => made.get(key) ?? [])
        .filter(other => other.since < landed && landed < other.landed);
      getOrCreate(lists, `${kind}\n${pk}`, () => ({ kind, pk, joins: [] })).joins.push([effect, ...pending]);
    }
  }
  return lists;
}

const newArray = (): ListEffect[] => [];

function keysOf({ kind, results }: ListEffect): readonly string[] {
  return Object.values(results).map(result => `${kind}\n${keyIn(result)}`);
}

/**
 * Whether a list that a mutation joined may be in another order than on the server: an overlapping mutation got its
 * response first though it left later, or joined the list at the same end later though it left earlier.
 */
export function isOvertaken(joins: Joins, since: number, landed: number): boolean {
  const isOwn = (made: ListEffect) => made.landed === landed;
  const index = joins.findIndex(join => join.some(isOwn));
  const own = joins[index]?.find(isOwn);
  const isSwapped = (other: ListEffect, isAfter: boolean) =>
    other.left !== undefined &&
    other.landed > since &&
    other.landed < landed &&
    (isAfter || other.left > since) &&
    haveOneEnd(other.effect, (own as ListEffect).effect);
  return joins.some((join, i) => own && !join.some(isOwn) && join.some(other => isSwapped(other, i > index)));
}
