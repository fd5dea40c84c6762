import { getOrCreate, newWeakMap } from '../plain/getOrCreate';
import { identityOf } from '../plain/identityOf';
import { isObject } from '../plain/isObject';
import { warnOnce } from '../plain/warnOnce';
import type { NormalizeContext, Schema } from '../types/Schema';
import type { CollectionRow, EntityRow, ListEffect, RecordRef, Row } from '../types/State';
import type { CollectionKey } from './collectionKey';
import { Entity } from './Entity';
import { isEntityClass } from './isEntityClass';
import type { Keeper } from './keepers';
import type { CompareMembers, GetRelated } from './Membership';
import { resolveLazy } from './resolveLazy';
import { isUnion, resolveUnion } from './resolveUnion';
import { kindsIn } from './responseParts';
import { withMembers, withoutMembers } from './withMembers';

type Rows = (kind: string, pk: string) => Row | undefined;

/** The rows stored before and after some records were written. */
export interface Versions {
  readonly before: Rows;
  readonly after: Rows;
  /** Like `before`, with what the list could not know: a record that belonged by that may leave it. */
  readonly held?: Rows;
  /** Whether a record was deleted before: then the list holds only its key. */
  readonly wasDeleted?: (kind: string, pk: string) => boolean;
  /** Set if nothing joins, since a later response says what the list held. */
  readonly isClosed?: boolean;
  /** Whether a record that seemed to belong to the list all along, but is not in it, must still join it. */
  readonly isTold?: (record: RecordRef) => boolean;
  /** The stored list, if it and the records are both later: it holds what they agree on. */
  readonly stored?: CollectionRow | undefined;
  /** The rows before the record's next change. */
  readonly next?: () => Rows;
  /**
   * Set if the list is older than the records, and says what belonged to it when they were not known: collects the
   * members that a comparison must place once all changes are known.
   */
  readonly toPlace?: unknown[];
}

/** A list after some records changed, each named once; the same list if they do not concern it. */
export function listOfMembers(
  keeper: Keeper,
  list: CollectionRow,
  key: CollectionKey,
  records: readonly RecordRef[],
  { before, after, held, wasDeleted, isClosed, isTold, stored, next, toPlace }: Versions,
): CollectionRow {
  const { key: kindOfList, schema, element, options } = keeper;
  const { belongs, addTo } = options;
  const isLate = toPlace !== undefined;
  const leaving: unknown[] = [];
  const joining: [pk: string, result: unknown][] = [];
  const isHeld = heldIn(list, records.length);
  const isStored = stored && heldIn(stored, records.length);
  for (const { kind, pk } of records)
    unlessThrown(kindOfList, () => {
      const result = resultOf(element, kind, pk, after);
      const later = memberAt(element, result, after);
      const earlier = memberAt(element, result, before);
      if (belongs === undefined || result === undefined || later === undefined) return;
      const belongsNow = isMember(keeper, key, result, after, later);
      const wasRestored = wasDeleted?.(kind, pk);
      const belongedBefore =
        earlier === undefined
          ? (isLate || wasRestored) && !belongsNow
          : isMember(keeper, key, result, before, earlier);
      // Goes where a new record would, not where it was.
      const isRecreated = !isClosed && wasRestored;
      if (belongsNow === undefined || (earlier && belongedBefore === undefined)) return;
      // If it joins by a later change, that one places it.
      const joinsLater = () => next !== undefined && isMember(keeper, key, result, next()) === false;
      // A late list is in the order of its response, which may fit neither version.
      const hasMoved = (isLateToo = false) =>
        Array.isArray(list) &&
        typeof addTo === 'function' &&
        (isLateToo || earlier === undefined || addTo(earlier, later, key) !== 0);
      // It may have moved from beyond the loaded part of a list.
      const joins = () =>
        !isClosed &&
        (!belongedBefore || hasMoved() || isStored?.(result) || isTold?.({ kind, pk })) &&
        !joinsLater();
      const wasHeld = () =>
        held && held(kind, pk) !== before(kind, pk) && isMember(keeper, key, result, held);
      if (belongsNow ? isRecreated : belongedBefore || wasHeld() || isStored?.(result) === false)
        leaving.push(result);
      if (belongsNow && (isHeld(result) ? isRecreated || hasMoved(isLate) : joins()))
        joining.push([pk, result]);
    });
  const staying = withoutMembers(schema, list, leaving);
  if (joining.length === 0) return staying;
  if (!Array.isArray(staying)) return withMembers(schema, staying, joining, false);
  const results = joining.map(([, result]) => result);
  if (typeof addTo !== 'function')
    return addTo === 'start' ? results.reverse().concat(staying) : staying.concat(results);
  if (isLate) {
    for (const result of results) toPlace.push(result);
    return staying.concat(results.filter(result => !isHeld(result)));
  }
  return withPlaced(keeper, staying, results, key, addTo, after);
}

/** Whether a record belongs to a list by its rule; `undefined` if unknown. */
export function isMemberOf(
  keeper: Keeper,
  key: CollectionKey,
  { kind, pk, after }: RecordRef & Pick<Versions, 'after'>,
): boolean | undefined {
  return isMember(keeper, key, resultOf(keeper.element, kind, pk, after), after);
}

/** The results that are no members of a list. */
export function strangersOf(
  keeper: Keeper,
  key: CollectionKey,
  results: readonly unknown[],
  rows: Rows,
): readonly unknown[] {
  const strangers: unknown[] = [];
  for (const result of results)
    unlessThrown(keeper.key, () => {
      if (isMember(keeper, key, result, rows) === false) strangers.push(result);
    });
  return strangers;
}

/**
 * Whether a list reads some fields of a record to decide whether, and where, it holds it; `undefined` if
 * unknown.
 */
export function listReads(
  { element, options: { belongs, addTo } }: Keeper,
  list: CollectionRow,
  key: CollectionKey,
  fields: readonly string[],
  { kind, pk, after }: RecordRef & Pick<Versions, 'after'>,
): boolean | undefined {
  const member = memberAt(element, resultOf(element, kind, pk, after), after);
  if (member === undefined) return undefined;
  let isRead = false;
  const observed = new Proxy(member, {
    get(target, name, receiver) {
      isRead ||= fields.includes(name as string);
      return Reflect.get(target, name, receiver);
    },
  });
  const isMember = belongs?.(observed, key, relatedIn(after));
  if (isMember && typeof addTo === 'function')
    Object.values(list).forEach(comparing(observed, addTo, element, key, after));
  return isMember === undefined ? undefined : isRead;
}

/**
 * A received list, updated with a record's change that its response could not know of.
 *
 * @param next the record's change after that, if any
 */
export function keptAfter(
  keeper: Keeper,
  list: CollectionRow,
  key: CollectionKey,
  listPk: string,
  { args, results, responses: [earlier, later], left }: ListEffect,
  { getRow }: NormalizeContext,
  next: () => ListEffect | undefined,
  toPlace: unknown[],
): CollectionRow {
  const [kind, pk] = [String(args[0]), String(Object.values(results)[0])];
  const withRow =
    (row: unknown): Rows =>
    (rowKind, rowPk) =>
      rowKind === kind && rowPk === pk ? ((row ?? undefined) as Row | undefined) : getRow(rowKind, rowPk);
  const versions = {
    before: withRow(earlier),
    after: later ? withRow(later) : getRow,
    // A mutation's own effect covers what it did.
    stored: left === undefined ? (getRow(keeper.key, listPk) as CollectionRow | undefined) : undefined,
    next: () => withRow(next()?.responses[0]),
    toPlace,
  };
  return listOfMembers(keeper, list, key, [{ kind, pk }], versions);
}

/** Whether a comparison places the records that a change, or a page, adds to a list. */
export function isPlaced(change: string, { options: { addTo } }: Keeper, isPage = false): boolean {
  return (isPage || change === 'move') && typeof addTo === 'function';
}

/** A list with the given results that it holds moved into place, if it has a comparison. */
export function arranged(
  keeper: Keeper,
  list: CollectionRow,
  results: readonly unknown[],
  key: CollectionKey,
  { getRow }: NormalizeContext,
): CollectionRow {
  const { addTo } = keeper.options;
  if (typeof addTo !== 'function' || !Array.isArray(list)) return list;
  return withPlaced(keeper, list, results.filter(heldIn(list, results.length)), key, addTo, getRow);
}

/**
 * A list with some results, which it may already hold, where a comparison puts them; the same list if all are in place.
 *
 * Takes out all that are not in place before it puts one back: next to each other, they would be compared again and
 * again, and the cost would grow with the square of their number.
 */
function withPlaced(
  { key: kindOfList, element }: Keeper,
  list: readonly unknown[],
  results: readonly unknown[],
  key: CollectionKey,
  addTo: CompareMembers<object>,
  rows: Rows,
): readonly unknown[] {
  /** The results to place, and the former index of those that the list holds. */
  const waiting = new Map<unknown, number | undefined>(
    results.map(result => [identityOf(result), undefined]),
  );
  const byOrder = <T>(result: unknown, use: (order: Order) => T): T | undefined =>
    unlessThrown(kindOfList, () => {
      const member = memberAt(element, result, rows);
      return member && use(comparing(member, addTo, element, key, rows));
    });
  const held: number[] = [];
  const members = [...list].filter((result, index) => !(waiting.has(identityOf(result)) && held.push(index)));
  let taken = 0;
  for (const index of held) {
    const result = list[index];
    const place = index - taken;
    const isMisplaced = byOrder(
      result,
      order => nearest(members, place - 1, -1, order) < 0 || nearest(members, place, 1, order) > 0,
    );
    if (isMisplaced) {
      waiting.set(identityOf(result), index);
      taken++;
    } else {
      waiting.delete(identityOf(result));
      members.splice(place, 0, result);
    }
  }
  if (waiting.size === 0) return list;
  for (const result of results) {
    const identity = identityOf(result);
    const formerIndex = waiting.get(identity);
    if (!waiting.delete(identity)) continue;
    const place = byOrder(result, order => placeIn(members, order)) ?? formerIndex;
    if (place !== undefined) members.splice(place, 0, result);
  }
  return members;
}

/** An error concerns only one record: then there is no result. */
function unlessThrown<T>(kindOfList: string, use: () => T): T | undefined {
  try {
    return use();
  } catch (error) {
    if (process.env.NODE_ENV !== 'production') {
      const message = `A list of ${kindOfList} was not updated: its belongs() or addTo() threw: ${String(error)}`;
      warnOnce(message, message);
    }
    return undefined;
  }
}

/** Tests what a list holds: by a set for many results, by a scan for a single one. */
export function heldIn(list: CollectionRow, count: number): (result: unknown) => boolean {
  let heldIdentities: ReadonlySet<unknown> | undefined;
  return result => {
    if (count === 1 && Array.isArray(list) && !isObject(result)) return list.includes(result);
    heldIdentities ??= new Set(Object.values(list).map(identityOf));
    return heldIdentities.has(identityOf(result));
  };
}

/** Compares a record with that of another result; `undefined` if that is missing. */
type Order = (other: unknown) => number | undefined;

function comparing(
  one: object,
  addTo: CompareMembers<object>,
  element: Schema,
  key: CollectionKey,
  rows: Rows,
): Order {
  return other => {
    const otherMember = memberAt(element, other, rows);
    return otherMember && addTo(one, otherMember, key);
  };
}

/** How a record compares with the nearest member that exists, from an index in one direction. */
function nearest(list: readonly unknown[], start: number, step: number, order: Order): number {
  let found: number | undefined;
  for (let i = start; found === undefined && i >= 0 && i < list.length; i += step) found = order(list[i]);
  return found ?? 0;
}

/** The index in a list where a record belongs. */
function placeIn(list: readonly unknown[], order: Order): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    let middle = (low + high) >> 1;
    let found = order(list[middle]);
    // A missing member has no place: use the next one that has.
    while (found === undefined && middle + 1 < high) found = order(list[++middle]);
    if (found === undefined) high = (low + high) >> 1;
    else if (found < 0) high = Math.min(middle, high - 1);
    else low = middle + 1;
  }
  return low;
}

/** The result that lists of an element hold for a record; `undefined` if they hold no such kind. */
function resultOf(element: Schema, kind: string, pk: string, after: Rows): unknown {
  if (!kindsIn(element).includes(kind)) return undefined;
  const schema = resolveLazy(element);
  return isUnion(schema) ? schema.resultOf(kind, pk, after(kind, pk)) : pk;
}

/** Whether a result belongs to a list by its rule; `undefined` if unknown. */
function isMember(
  { element, options: { belongs } }: Keeper,
  key: CollectionKey,
  result: unknown,
  rows: Rows,
  one = memberAt(element, result, rows),
): boolean | undefined {
  return one && belongs?.(one, key, relatedIn(rows));
}

/** The record behind a result. */
function memberAt(element: Schema, result: unknown, rows: Rows): object | undefined {
  const [entity, pk] = resolveUnion(element, result);
  return isEntityClass(entity) ? relatedIn(rows)(entity, pk) : undefined;
}

function relatedIn(rows: Rows): GetRelated {
  return (entity, pk) => {
    const row = rows(entity.key, String(pk));
    return row && (instanceOf(entity, row) as never);
  };
}

const instances = new WeakMap<object, WeakMap<object, object>>();

/** One instance per version of a record. */
function instanceOf(entity: new () => object, row: Row): object {
  return getOrCreate(
    getOrCreate(instances, entity, newWeakMap<object, object>),
    row,
    () => Entity.fromJS.call(entity as never, row as EntityRow as never) as object,
  );
}
