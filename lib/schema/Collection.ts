import { makers } from '../definitions/makers';
import { type NameOf, schemaName } from '../definitions/schemaName';
import { noteMade } from '../definitions/schemas';
import { UnexpectedInputError } from '../errors/UnexpectedInputError';
import { sameValue } from '../plain/sameValue';
import type { Table } from '../tables/Table';
import { BELONGS } from '../types/BELONGS';
import type { Denormalized } from '../types/Denormalized';
import type { Freshness } from '../types/Freshness';
import type { Loose } from '../types/Loose';
import type { DenormalizeContext, NormalizeContext, QueryContext, Schema } from '../types/Schema';
import type { CollectionRow, EntityRow, RecordMeta, Row } from '../types/State';
import { asString, type CollectionKey, collectionKey, collectionPk } from './collectionKey';
import {
  type CollectionWriter,
  collectionWriter,
  type ListChange,
  type ListSchema,
  rowOf,
  type Written,
} from './collectionWriter';
import { isOlder } from './fieldAges';
import { keptAfter, noteKeeper } from './keepLists';
import { elementOf, isMapSchema, type ListContents, nameOf } from './listContents';
import { identityOf, type ListMerge, push, unshift, without } from './listMerge';
import { listsMeant } from './listsMeant';
import type { KeptRecord, Membership } from './Membership';

/** Tells which arguments of a list do not filter it, such as an order or a page. */
export type NonFilterArgumentKeys = readonly string[] | RegExp | ((key: string) => boolean);

/** Tells, by the arguments of a write, whether a list with some arguments takes part in it. */
export type CollectionFilter = (...args: never[]) => (key: CollectionKey) => boolean;

/** What makes two lists the same list, and which writes reach it. */
export interface CollectionOptions<Kept = Loose> extends Membership<Kept> {
  /** The arguments that name a list; by default the first argument of the endpoint. */
  readonly argsKey?: (...args: never[]) => Readonly<Record<string, unknown>>;
  /** The same for a list nested in a record. */
  readonly nestKey?: (parent: never, key: string) => Readonly<Record<string, unknown>>;
  /** @default names that start with `order` */
  readonly nonFilterArgumentKeys?: NonFilterArgumentKeys | undefined;
  /** Replaces the rule by which a creation finds the lists that it belongs to. */
  readonly createCollectionFilter?: CollectionFilter;
}

/** An argument with such a name orders a list, and does not filter it. */
export const DEFAULT_NON_FILTER_ARGUMENTS = /^order/;

/** The schema of one element of a collection. */
export type ElementIn<Contents> = Contents extends readonly [infer Element]
  ? Element
  : Contents extends readonly (infer Element)[]
    ? Element
    : Contents extends { readonly schema: infer Element }
      ? Element
      : Contents;

/** The value of one element of a collection. */
export type ElementOf<Contents> = Contents extends readonly [infer Element]
  ? Denormalized<Element>
  : Contents extends readonly (infer Element)[]
    ? Denormalized<Element>
    : Denormalized<Contents> extends readonly (infer Element)[]
      ? Element
      : Denormalized<Contents> extends Readonly<Record<string, infer Element>>
        ? Element
        : never;

/**
 * A list that can be written to: found by its arguments, joined by what is created.
 *
 * | member | the schema of |
 * |---|---|
 * | `push`, `unshift` | a creation: added at the end, at the beginning, of each matching list |
 * | `assign` | a creation in a map |
 * | `remove` | a removal from each matching list; the record itself stays |
 * | `move` | a change after which the record belongs to other lists |
 * | `addWith`, `moveWith` | the same with a merge function of one's own |
 *
 * A list matches a write when all of its arguments, other than
 * `nonFilterArgumentKeys`, have the values that the arguments of the write, its
 * body, or the record itself have, compared as strings. A record that a list
 * holds already is never added twice, and stays where it is.
 *
 * @example
 * ```ts
 * import { Collection, Entity, RestEndpoint, type } from 'rdc-toolkit';
 *
 * class Todo extends Entity {
 *   id = '';
 *   userId = '';
 *   static key = 'Todo';
 * }
 *
 * const getTodos = new RestEndpoint({
 *   path: '/todos',
 *   searchParams: type<{ userId?: string } | undefined>(),
 *   schema: new Collection([Todo]),
 * });
 * const createTodo = getTodos.extend({ method: 'POST', schema: getTodos.schema.push });
 * ```
 */
export class Collection<const Contents extends ListContents = ListContents> implements ListSchema {
  static {
    if (process.env.NODE_ENV !== 'production') makers.set('Collection', Collection);
  }

  /** Only a type: nothing stands here when the program runs. */
  declare readonly '~value': Denormalized<Contents>;
  /** Only a type: by this a list is told from other schemas. */
  declare readonly '~contents': Contents;

  readonly options: CollectionOptions;
  readonly element: Schema;
  readonly isMap: boolean;

  /** Schema of a creation that goes to the end. */
  push: CollectionWriter<ElementOf<Contents>>;
  /** Schema of a creation that goes to the beginning. */
  unshift: CollectionWriter<ElementOf<Contents>>;
  /** Schema of entries that join a map. */
  assign: CollectionWriter<Denormalized<Contents>>;
  /** Schema of a removal from the matching lists. */
  remove: CollectionWriter<ElementOf<Contents>>;
  /** Schema of a change that takes a record to other lists. */
  move: CollectionWriter<ElementOf<Contents>>;

  #key: string | undefined;
  /** Whether a log can tell all about it by its elements. */
  #isUsual: boolean | undefined;
  /** The filters among the arguments of each list. */
  readonly #filters = new WeakMap<CollectionKey, Filters>();

  constructor(
    readonly schema: Contents,
    options: CollectionOptions<KeptRecord<ElementIn<Contents>>> = {},
  ) {
    this.options = options;
    this.element = elementOf(schema);
    this.isMap = isMapSchema(schema);
    this.push = this.writer('push');
    this.unshift = this.writer('unshift');
    this.assign = this.writer('assign') as CollectionWriter<never>;
    this.remove = this.writer('remove');
    this.move = this.writer('move');
    noteMade(this);
    if (options.belongs !== undefined) noteKeeper(this);
  }

  /** Name of the table that holds all lists of this kind. */
  get key(): string {
    // Read when it is needed: the element's class may not be there yet.
    this.#key ??= nameOf(this.schema);
    return this.#key;
  }

  /** @internal */
  nameBy(nameOf: NameOf, place: string | undefined): string {
    const contents = nameOf(this.element);
    const name = this.isMap ? `{${contents}}` : `[${contents}]`;
    this.#isUsual ??= this.constructor === Collection && Object.values(this.options).every(isUndefined);
    return this.#isUsual ? name : (place ?? `Collection(${name})`);
  }

  /**
   * A creation that joins matching lists as `merge` says.
   *
   * @param merge results that a list holds, and results to put among them
   * @param createCollectionFilter which lists match, in place of the usual rule
   */
  addWith(
    merge: ListMerge,
    createCollectionFilter?: CollectionFilter,
  ): CollectionWriter<ElementOf<Contents>> {
    const changeFor = (args: readonly unknown[]) => this.joinLists(args, merge, createCollectionFilter);
    return this.writer('addWith', changeFor, createCollectionFilter);
  }

  /** A change that takes a record out of lists it matches no more, and into others as `merge` says. */
  moveWith(merge: ListMerge): CollectionWriter<ElementOf<Contents>> {
    return this.writer('moveWith', args => this.moveBetween(args, merge));
  }

  /** @param changeFor what it does to a list; left out where its name tells */
  private writer(
    name: string,
    changeFor = (args: readonly unknown[]) => this.changeBy(name, args) as ListChange,
    filter = this.options.createCollectionFilter,
  ): CollectionWriter<ElementOf<Contents>> {
    const filterOf = (pk: string) => Object.entries(collectionKey(pk)).find(([each]) => this.isFilter(each));
    const meant = (args: readonly unknown[], rows: Written['rows']) => (lists: Table<unknown, unknown>) =>
      listsMeant(this, lists, filterOf, each => rows.flatMap(row => knownValues(each, args, row)));
    // A move concerns all lists, as one out of which a record may have to go.
    const isUsual = filter === undefined && !name.startsWith('move');
    return collectionWriter(this, name, changeFor, isUsual ? meant : undefined);
  }

  private joinLists(
    args: readonly unknown[],
    merge: ListMerge,
    createCollectionFilter?: CollectionFilter,
  ): ListChange {
    const isFor = this.matcher(args, createCollectionFilter);
    return (list, key, { results, rows }) => {
      const joining = Object.entries(results).filter((_, i) => isFor(key, rows[i]));
      return joining.length === 0 ? list : withMembers(list, joining, Array.isArray(results), merge);
    };
  }

  private moveBetween(args: readonly unknown[], merge: ListMerge): ListChange {
    return (list, key, { results, rows, responses }) => {
      const moved = Object.entries(results);
      const fields = moved.map((_, i) => fieldsAfterMove(args, rows[i], responses[i]));
      const leaving = moved.filter((_, i) => this.isAtOdds(key, fields[i] ?? {})).map(([, one]) => one);
      const joining = moved.filter((_, i) => this.isMeant(key, args, fields[i] ?? {}));
      const staying = Array.isArray(list) ? without(list, leaving) : withoutValues(list, leaving);
      return joining.length === 0 ? staying : withMembers(staying, joining, Array.isArray(results), merge);
    };
  }

  /** Whether an argument does not filter lists: for a subclass, in place of the option. */
  nonFilterArgumentKeys?(key: string): boolean;

  /** Which lists a creation joins: for a subclass, in place of the option. */
  createCollectionFilter?(...args: never[]): (key: CollectionKey) => boolean;

  /** Whether an argument narrows a list down. */
  isFilter(argument: string): boolean {
    if (this.nonFilterArgumentKeys !== undefined) return !this.nonFilterArgumentKeys(argument);
    const { nonFilterArgumentKeys: keys = DEFAULT_NON_FILTER_ARGUMENTS } = this.options;
    if (typeof keys === 'function') return !keys(argument);
    return keys instanceof RegExp ? !keys.test(argument) : !keys.includes(argument);
  }

  /** The primary key of the list with these arguments. */
  pk(args: readonly unknown[]): string {
    const { argsKey } = this.options;
    return collectionPk(argsKey === undefined ? paramsOf(args) : argsKey(...(args as never[])));
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, context: NormalizeContext): unknown {
    if (typeof input !== 'object' || input === null || Array.isArray(input) === this.isMap) {
      const expected = `${this.isMap ? 'a map' : 'an array'} of ${schemaName(this.element)}`;
      throw new UnexpectedInputError({ expected, received: input, field: key, origin: context.origin });
    }
    const { nestKey } = this.options;
    const isNested = nestKey !== undefined && (context.insideRecord || this.options.argsKey === undefined);
    const pk = isNested ? collectionPk(nestKey(parent as never, key ?? '')) : this.pk(context.args);
    const row = context.visit(this.schema, input, parent, key) as CollectionRow;
    const contents = this.isMap ? row : uniqueResults(row as readonly unknown[]);
    context.record(this, pk, this.withEffects(contents, pk, context));
    if (this.options.belongs !== undefined) context.brought(this, pk, true);
    return pk;
  }

  /** The list of a response with what mutations did to such lists that its request overlapped with. */
  private withEffects(list: CollectionRow, pk: string, context: NormalizeContext): CollectionRow {
    const key = collectionKey(pk);
    return context.effectsOn(this.key).reduce((before, made) => {
      const { effect, args, results, responses } = made;
      if (effect === BELONGS) return keptAfter(this, before, key, made, context);
      const rows = Object.values(results).map(one => rowOf(this.element, one, context));
      const change = this.changeBy(effect, args);
      if (this.mayMissOut(effect, change !== undefined, before, key, args, results, rows))
        context.doubt(this.key, pk);
      return change?.(before, key, { results, rows, responses }) ?? before;
    }, list);
  }

  /** What a mutation does to a list, by the name of its schema; `undefined` where only that schema knows. */
  private changeBy(effect: string, args: readonly unknown[]): ListChange | undefined {
    if (effect === 'push') return this.joinLists(args, push);
    if (effect === 'unshift') return this.joinLists(args, unshift);
    if (effect === 'assign') return this.joinMaps(args);
    if (effect === 'remove') return this.leave(args);
    return effect === 'move' ? this.moveBetween(args, push) : undefined;
  }

  /** Whether a list may hold other elements after a mutation than its filter can tell. */
  private mayMissOut(
    effect: string,
    isKnown: boolean,
    list: CollectionRow,
    key: CollectionKey,
    args: readonly unknown[],
    results: CollectionRow,
    rows: Written['rows'],
  ): boolean {
    const held = new Set(Object.values(list).map(identityOf));
    return Object.values(results).some((result, i) => {
      if (held.has(identityOf(result)) === (effect !== 'remove' && effect !== 'move')) return false;
      const values = this.filtersOf(key).map(([name, value]) => {
        const known = knownValues(name, args, rows[i]);
        return known.length === 0 ? undefined : known.includes(value);
      });
      return !values.includes(false) && (values.includes(undefined) || !isKnown);
    });
  }

  /** @internal */
  denormalize(result: unknown, context: DenormalizeContext): unknown {
    // Saved when it was no collection yet: what stands there is the list itself.
    return typeof result === 'string' ? context.record(this, result) : context.visit(this.schema, result);
  }

  /** @internal */
  fromRow(row: Row, context: DenormalizeContext): unknown {
    return context.visit(this.schema, row);
  }

  /** @internal */
  queryKey(args: readonly unknown[], context: QueryContext): unknown {
    const pk = this.pk(args);
    return context.getRow(this.key, pk) === undefined ? undefined : pk;
  }

  /** Whether a response is older than what is stored. */
  shouldReorder(existingMeta: RecordMeta, incomingMeta: Freshness, _existing: Row, _incoming: Row): boolean {
    return isOlder(incomingMeta, existingMeta);
  }

  /** The list after a response has brought it anew: by default what came. */
  merge(_existing: CollectionRow, incoming: CollectionRow): CollectionRow {
    return incoming;
  }

  /** The list after a response has met the stored one; the same list when nothing in it changed. */
  mergeWithStore(existingMeta: RecordMeta, incomingMeta: Freshness, existing: Row, incoming: Row): Row {
    const merged = this.shouldReorder(existingMeta, incomingMeta, existing, incoming)
      ? this.merge(incoming as CollectionRow, existing as CollectionRow)
      : this.merge(existing as CollectionRow, incoming as CollectionRow);
    return sameValue(existing, merged) ? existing : merged;
  }

  /** The time stamps of the later of the two. */
  mergeMetaWithStore(
    existingMeta: RecordMeta,
    incomingMeta: Freshness,
    existing: Row,
    incoming: Row,
  ): RecordMeta {
    return this.shouldReorder(existingMeta, incomingMeta, existing, incoming) ? existingMeta : incomingMeta;
  }

  /** Tells, by the arguments of a write, whether a record of it concerns a list. */
  private matcher(
    args: readonly unknown[],
    createCollectionFilter = this.options.createCollectionFilter ?? this.createCollectionFilter?.bind(this),
  ): (key: CollectionKey, row: EntityRow | undefined) => boolean {
    const known = valuesByRecord(args);
    return (
      createCollectionFilter?.(...(args as never[])) ??
      ((key, row) => this.filtersOf(key).every(([name, value]) => known(name, row).includes(value)))
    );
  }

  /** Whether a moved record is known not to meet a filter of a list: its path may name where it was. */
  private isAtOdds(key: CollectionKey, fields: EntityRow): boolean {
    return this.filtersOf(key).some(([name, value]) => {
      const [known] = storedValues(name, fields);
      return known !== undefined && known !== value;
    });
  }

  /** Whether a moved record meets all filters of a list: by its fields; by its path where it has none such. */
  private isMeant(key: CollectionKey, [params]: readonly unknown[], fields: EntityRow): boolean {
    return this.filtersOf(key).every(([name, value]) => {
      const [known] = [...storedValues(name, fields), ...knownValues(name, [params], undefined)];
      return known === value;
    });
  }

  private filtersOf(key: CollectionKey): Filters {
    const filters = this.#filters.get(key) ?? Object.entries(key).filter(([name]) => this.isFilter(name));
    this.#filters.set(key, filters);
    return filters;
  }

  private joinMaps(args: readonly unknown[]): ListChange {
    const isFor = this.matcher(args);
    return (map, key, { results, rows }) => {
      if (Array.isArray(map)) return map;
      const joining = Object.entries(results).filter((_, i) => isFor(key, rows[i]));
      // fromEntries defines properties, so `__proto__` is a name like others.
      return joining.length === 0 ? map : { ...map, ...Object.fromEntries(joining) };
    };
  }

  private leave(args: readonly unknown[]): ListChange {
    const isFor = this.matcher(args);
    return (list, key, { results, rows }) => {
      const leaving = Object.values(results).filter((_, i) => isFor(key, rows[i]));
      return Array.isArray(list) ? without(list, leaving) : withoutValues(list, leaving);
    };
  }
}

function isUndefined(value: unknown): boolean {
  return value === undefined;
}

type Filters = readonly (readonly [name: string, value: string])[];

/**
 * A list, or a map, with more members: each once, and what is there stays where it is.
 *
 * @param isUnnamed whether the members have no names of their own: a map holds them under their keys
 */
function withMembers(
  list: CollectionRow,
  joining: readonly (readonly [name: string, result: unknown])[],
  isUnnamed: boolean,
  merge: ListMerge,
): CollectionRow {
  if (Array.isArray(list)) {
    return merge(
      list,
      joining.map(([, result]) => result),
    );
  }
  const held = new Set(Object.values(list).map(identityOf));
  const fresh = isUnnamed ? joining.filter(([, result]) => !held.has(identityOf(result))) : joining;
  if (fresh.length === 0) return list;
  const entries = fresh.map(([name, result]) => [isUnnamed ? keyIn(result) : name, result]);
  // fromEntries defines properties, so `__proto__` is a name like others.
  return { ...list, ...Object.fromEntries(entries) };
}

/** The primary key in a result: that of a union names the kind, too. */
function keyIn(result: unknown): string {
  return String((result as { readonly id?: unknown } | null)?.id ?? result);
}

/** A map without the entries that hold `gone`; the same map when there are none. */
function withoutValues(map: CollectionRow, gone: readonly unknown[]): CollectionRow {
  const entries = Object.entries(map);
  const kept = entries.filter(([, result]) => !gone.some(one => sameValue(one, result)));
  return kept.length === entries.length ? map : Object.fromEntries(kept);
}

function paramsOf([params]: readonly unknown[]): Readonly<Record<string, unknown>> {
  if (params === undefined || params === null) return {};
  return typeof params === 'object' ? { ...params } : { value: params };
}

/**
 * The values that an argument of a list has in a write: what the caller said, in
 * path or body; failing that, what is stored.
 */
function knownValues(name: string, args: readonly unknown[], row: EntityRow | undefined): readonly string[] {
  const said = args.flatMap(arg => {
    const value = ownValue(arg, name);
    return value === undefined ? [] : [asString(value, name)];
  });
  return said.length > 0 ? said : storedValues(name, row);
}

/** The same, looked up once for each record of a write: there may be thousands of lists to ask for. */
function valuesByRecord(args: readonly unknown[]) {
  const known = new Map<EntityRow | undefined, Map<string, readonly string[]>>();
  return (name: string, row: EntityRow | undefined): readonly string[] => {
    const ofRow = known.get(row) ?? new Map<string, readonly string[]>();
    if (!known.has(row)) known.set(row, ofRow);
    const values = ofRow.get(name) ?? knownValues(name, args, row);
    if (!ofRow.has(name)) ofRow.set(name, values);
    return values;
  };
}

/**
 * The fields of a record that was moved: what it was asked to become, but what is
 * stored where the server has told, since its answer may have come too late.
 */
function fieldsAfterMove([, body]: readonly unknown[], row: EntityRow = {}, answer: unknown): EntityRow {
  const asked = Object.entries({ ...(body as EntityRow | undefined) });
  const untold = asked.filter(([name]) => ownValue(answer, name) === undefined);
  return { ...row, ...Object.fromEntries(untold) };
}

/** The value that an argument of a list has in a stored record, if it has any. */
function storedValues(name: string, row: EntityRow | undefined): readonly string[] {
  const stored = ownValue(row, name);
  return stored === undefined ? [] : [asString(stored, name)];
}

function ownValue(fields: unknown, name: string): unknown {
  if (typeof fields !== 'object' || fields === null || !Object.hasOwn(fields, name)) return undefined;
  return (fields as EntityRow)[name];
}

/** A list holds a record once, whatever the server sends. */
function uniqueResults(results: readonly unknown[]): readonly unknown[] {
  const identities = new Set(results.map(identityOf));
  if (identities.size === results.length) return results;
  return results.filter(result => identities.delete(identityOf(result)));
}
