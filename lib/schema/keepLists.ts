import { type FinishedWrite, listKeeper } from '../definitions/listKeeper';
import { isSuperseded } from '../definitions/places';
import { loggedName } from '../definitions/schemaName';
import { warnOnce } from '../plain/warnOnce';
import { BELONGS } from '../types/BELONGS';
import type { NormalizeContext, Schema } from '../types/Schema';
import type { CollectionRow, EntityRow, ListEffect, Row } from '../types/State';
import { type CollectionKey, keyOfList } from './collectionKey';
import type { ListSchema } from './collectionWriter';
import { Entity } from './Entity';
import { isUnion } from './isUnion';
import { identityOf, without } from './listMerge';
import type { GetRelated, Membership } from './Membership';
import { resolved } from './resolved';

/** A collection that maintains its members. */
export interface Keeper extends ListSchema {
  readonly options: Membership<object>;
}

type Rows = (kind: string, pk: string) => Row | undefined;

/** One record before and after a write. */
interface Versions {
  readonly kind: string;
  readonly pk: string;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/** What is needed to judge both versions of a record. */
interface Judged extends Versions {
  readonly rowsBefore: Rows;
  readonly rowsAfter: Rows;
  /** Set where the list is older than the record: it tells what belonged to it when the record was not known. */
  readonly isLate?: boolean;
}

/** Collections that were made and not looked at yet: the classes of their elements may not be there. */
let made: Keeper[] = [];
const keepersByTable = new Map<string, Keeper[]>();
const keepersByName = new Map<string, Keeper>();

/** More collections of one kind are not kept, should an app make them with every render. */
const MAX_KEEPERS = 64;

/** Lets a collection maintain its members. */
export function noteKeeper(keeper: Keeper): void {
  made.push(keeper);
  listKeeper.keep = keepLists;
}

/** Adds changed records to, and removes them from, the stored lists of collections with `belongs`. */
function keepLists(write: FinishedWrite): boolean {
  for (const { list, pk, isWhole } of write.brought) if (isWhole) sign(list, pk, write);
  const changes = versionsIn(write);
  let isReached = false;
  for (const [table, keepers] of tables()) {
    const kinds = new Set(keepers.flatMap(({ element }) => kindsOf(element)));
    const ofTable = changes.filter(({ kind }) => kinds.has(kind));
    if (ofTable.length === 0) continue;
    isReached = true;
    note(table, ofTable, write);
    const isBrought = new Set(write.brought.filter(({ list }) => list.key === table).map(({ pk }) => pk));
    write.forEachRow(table, (pk, row, { keeper: name }) => {
      if (name === undefined || isBrought.has(pk)) return;
      const keeper = keeperNamed(name, keepers);
      if (keeper === undefined) return;
      const list = row as CollectionRow;
      const key = keyOfList(pk, list);
      let after = list;
      for (const versions of ofTable) after = followed(keeper, after, key, versions);
      if (after !== list) write.replace(table, pk, after);
    });
  }
  return isReached;
}

/** Notes on a list which collection maintains it: the one whose response it was last. */
function sign(list: unknown, pk: string, { getRow, replace }: FinishedWrite) {
  const keeper = list as Keeper;
  const row = getRow(keeper.key, pk);
  if (keeper.options.belongs === undefined || row === undefined) return;
  const name = loggedName(keeper);
  keepersByName.set(name, keeper);
  replace(keeper.key, pk, row, name);
}

function versionsIn({ changed, rowBefore, getRow }: FinishedWrite): readonly Judged[] {
  return [...changed].flatMap(([kind, pks]) =>
    [...pks].flatMap(pk => {
      const [before, after] = [rowBefore(kind, pk), getRow(kind, pk)];
      return after === undefined || Array.isArray(after)
        ? []
        : [{ kind, pk, before, after, rowsBefore: rowBefore, rowsAfter: getRow }];
    }),
  );
}

/** Tells responses of lists that left before this what has changed meanwhile. */
function note(table: string, changes: readonly Versions[], { noteEffect }: FinishedWrite) {
  for (const { kind, pk, before } of changes) {
    noteEffect({ kind: table, effect: BELONGS, args: [kind], results: [pk], responses: [before ?? null] });
  }
}

/** A list that has come, with what records have become meanwhile that its response could not know of. */
export function keptAfter(
  keeper: Keeper,
  list: CollectionRow,
  key: CollectionKey,
  { args, results, responses }: ListEffect,
  { getRow }: NormalizeContext,
): CollectionRow {
  const [kind, pk] = [String(args[0]), String(Object.values(results)[0])];
  const before = (responses[0] ?? undefined) as Row | undefined;
  const versions = {
    kind,
    pk,
    before,
    after: getRow(kind, pk),
    rowsBefore: getRow,
    rowsAfter: getRow,
    isLate: true,
  };
  return followed(keeper, list, key, versions);
}

/** A list that has got a page, with the new elements at their places, where the list has a comparison. */
export function arranged(
  { element, options: { addTo } }: Keeper,
  before: CollectionRow,
  after: CollectionRow,
  key: CollectionKey,
  { getRow }: NormalizeContext,
): CollectionRow {
  if (typeof addTo !== 'function' || !Array.isArray(before) || !Array.isArray(after)) return after;
  const read = reader(element);
  const member = (result: unknown) => {
    const [kind, pk] = addressOf(element, result);
    return read(kind, getRow(kind, pk));
  };
  const held = new Set(before.map(identityOf));
  return after.reduce<readonly unknown[]>((list, result) => {
    const one = held.has(identityOf(result)) ? undefined : member(result);
    if (one === undefined) return list;
    return placed(list, result, other => {
      const another = member(other);
      return another === undefined ? undefined : addTo(one as never, another as never, key);
    });
  }, after);
}

/** A list after one record has changed; the same list where it is no concern of its. */
function followed(keeper: Keeper, list: CollectionRow, key: CollectionKey, versions: Judged): CollectionRow {
  const result = resultOf(keeper.element, versions);
  if (result === undefined) return list;
  try {
    return listAfter(keeper, list, key, versions, result);
  } catch (error) {
    if (process.env.NODE_ENV !== 'production') {
      warnOnce(
        `belongs ${keeper.key}`,
        `A list of ${keeper.key} was not updated: its belongs() or addTo() threw: ${String(error)}`,
      );
    }
    return list;
  }
}

function listAfter(
  { element, options, isMap }: Keeper,
  list: CollectionRow,
  key: CollectionKey,
  { kind, pk, before, after, rowsBefore, rowsAfter, isLate = false }: Judged,
  result: unknown,
): CollectionRow {
  const { belongs, addTo } = options;
  const read = reader(element);
  const [earlier, later] = [read(kind, before), read(kind, after)];
  if (belongs === undefined || later === undefined) return list;
  const now = belongs(later, key, relatedIn(rowsAfter));
  const then = earlier === undefined ? isLate && !now : belongs(earlier, key, relatedIn(rowsBefore));
  if (now === undefined || then === undefined) return list;
  const identity = identityOf(result);
  const isHeld = Object.values(list).some(one => identityOf(one) === identity);
  if (isMap || !Array.isArray(list)) {
    if (now === then || isHeld === now) return list;
    if (now) return { ...list, [pk]: result };
    return Object.fromEntries(Object.entries(list).filter(([, one]) => identityOf(one) !== identity));
  }
  if (!now) return then && isHeld ? without(list, [result]) : list;
  if (typeof addTo !== 'function') {
    if (then || isHeld) return list;
    return addTo === 'start' ? [result, ...list] : [...list, result];
  }
  const hasMoved = isHeld && earlier !== undefined && addTo(earlier, later, key) !== 0;
  if (isHeld ? !hasMoved : then) return list;
  const members = (one: unknown) => {
    const [of, at] = addressOf(element, one);
    return read(of, rowsAfter(of, at));
  };
  return placed(list, result, other => {
    const member = members(other);
    return member === undefined ? undefined : addTo(later, member, key);
  });
}

/**
 * A list with one result at its place; the same list where it stands there already.
 *
 * @param compare a result with another one of the list; `undefined` where that one is not there
 */
function placed(
  list: readonly unknown[],
  result: unknown,
  compare: (other: unknown) => number | undefined,
): readonly unknown[] {
  const identity = identityOf(result);
  const at = list.findIndex(one => identityOf(one) === identity);
  if (at >= 0) {
    const [above, below] = [list.slice(0, at).at(-1), list[at + 1]];
    const isBelow = above === undefined || (compare(above) ?? 0) >= 0;
    if (isBelow && (below === undefined || (compare(below) ?? 0) <= 0)) return list;
  }
  const others = at < 0 ? list : list.filter((_, i) => i !== at);
  let [low, high] = [0, others.length];
  while (low < high) {
    let middle = (low + high) >> 1;
    let order = compare(others[middle]);
    // What is not there has no place: the next one that has tells.
    while (order === undefined && middle + 1 < high) order = compare(others[++middle]);
    if (order === undefined) high = (low + high) >> 1;
    else if (order < 0) high = Math.min(middle, high - 1);
    else low = middle + 1;
  }
  return [...others.slice(0, low), result, ...others.slice(low)];
}

// ------------------------------------------------------------------------------------------- records and what stands for them

/** What lists of an element hold for a record of some kind; `undefined` where they hold no such. */
function resultOf(element: Schema, { kind, pk }: Versions): unknown {
  const under = resolved(element);
  if (!isUnion(under)) return kindsOf(under).includes(kind) ? pk : undefined;
  const schema = Object.keys(under.schema).find(name => kindsOf(under.schemaOf(name)).includes(kind));
  return schema === undefined ? undefined : { id: pk, schema };
}

function addressOf(element: Schema, result: unknown): readonly [kind: string, pk: string] {
  const under = resolved(element);
  if (isUnion(under) && under.isReference(result)) {
    return addressOf(under.schemaOf(result.schema), result.id);
  }
  return [kindsOf(under)[0] ?? '', String(result)];
}

/** The kinds of records that an element can be. */
function kindsOf(element: Schema): readonly string[] {
  const under = resolved(element);
  if (isUnion(under)) return Object.values(under.schema).flatMap(each => kindsOf(each as Schema));
  return isEntity(under) ? [under.key] : [];
}

function isEntity(schema: unknown): schema is (new () => object) & { readonly key: string } {
  return typeof schema === 'function' && typeof (schema as { readonly key?: unknown }).key === 'string';
}

/** Makes instances of rows. */
function reader(element: Schema) {
  const under = resolved(element);
  const classes = isUnion(under) ? Object.values(under.schema).map(resolved) : [under];
  return (kind: string, row: Row | undefined): object | undefined => {
    const entity = classes.find(each => isEntity(each) && each.key === kind);
    return row === undefined || !isEntity(entity) ? undefined : instanceOf(entity, row);
  };
}

function relatedIn(rows: Rows): GetRelated {
  return (entity, pk) => {
    const row = rows(entity.key, String(pk));
    return row === undefined ? undefined : (instanceOf(entity, row) as never);
  };
}

const instances = new WeakMap<object, WeakMap<object, object>>();

/** One instance for each version of a record. */
function instanceOf(entity: new () => object, row: Row): object {
  const known = instances.get(entity) ?? new WeakMap<object, object>();
  instances.set(entity, known);
  const instance = known.get(row) ?? Entity.fromJS.call(entity as never, row as EntityRow as never);
  known.set(row, instance);
  return instance;
}

// ------------------------------------------------------------------------------------------------------------- definitions

/** The collections with `belongs`, by the table of their lists. */
function tables(): ReadonlyMap<string, readonly Keeper[]> {
  const unread = made;
  made = [];
  for (const keeper of unread) {
    try {
      const known = keepersByTable.get(keeper.key) ?? [];
      keepersByTable.set(keeper.key, [...known, keeper].slice(-MAX_KEEPERS));
    } catch {
      // The class of its elements is not there yet.
      if (made.length < MAX_KEEPERS) made.push(keeper);
    }
  }
  return keepersByTable;
}

/** The collection with a name: in a process that has not used it, the latest that was made. */
function keeperNamed(name: string, keepers: readonly Keeper[]): Keeper | undefined {
  const known = keepersByName.get(name);
  if (known !== undefined && keepers.includes(known) && !isSuperseded(known)) return known;
  const found = [...keepers].reverse().find(keeper => loggedName(keeper) === name);
  if (found !== undefined) keepersByName.set(name, found);
  return found;
}
