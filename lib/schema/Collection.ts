import { schemaClasses } from '../definitions/schemaClasses';
import { type NameOf, schemaName } from '../definitions/schemaName';
import { noteMade } from '../definitions/schemas';
import { argumentError } from '../errors/argumentError';
import { checkFunctions, checkKnown, checkOptions } from '../errors/checkValues';
import { describeValue } from '../errors/describeValue';
import { getOrCreate, newMap } from '../plain/getOrCreate';
import { isEmpty } from '../plain/isEmpty';
import { isObject } from '../plain/isObject';
import { keepIfSame, sameValue } from '../plain/sameValue';
import { warnOnce } from '../plain/warnOnce';
import { withoutUndefined } from '../plain/withoutUndefined';
import type { Denormalized } from '../types/Denormalized';
import { REPLACED, WROTE } from '../types/EFFECTS';
import type { Freshness } from '../types/Freshness';
import type { Landing } from '../types/Landing';
import type { DenormalizeContext, NormalizeContext, QueryContext, Schema } from '../types/Schema';
import type { CollectionRow, RecordMeta, Row } from '../types/State';
import { assertSchema } from './assertSchema';
import {
  type CollectionFilter,
  type CollectionOptions,
  DEFAULT_NON_FILTER_ARGUMENTS,
} from './CollectionOptions';
import { type CollectionKey, collectionPk } from './collectionKey';
import { type CollectionWriter, collectionWriter, type WriterParts } from './collectionWriter';
import { isOlder } from './fieldAges';
import { MOVE_TO_START } from './joins';
import { noteBringer } from './keepers';
import { keepMembers } from './keepLists';
import { joining, moving } from './listChanges';
import type { ElementIn, ElementOf, ListContents, ListSchema } from './listContents';
import { appendPage, type ListMerge } from './listMerge';
import type { KeptRecord } from './Membership';
import { withEffects } from './withEffects';
import { uniqueResults } from './withMembers';

/**
 * A list that can be written to: its arguments identify it, and creations update it.
 *
 * | member | the schema of |
 * |---|---|
 * | `push`, `unshift` | a creation: added at the end, at the beginning, of each matching list |
 * | `assign` | a creation in a map |
 * | `remove` | a removal from each matching list; the record itself stays |
 * | `move` | a change after which the record belongs to other lists |
 * | `addWith`, `moveWith` | the same with a custom merge function |
 *
 * A list matches a write when each of its arguments, other than
 * `nonFilterArgumentKeys`, has the same value, compared as a string, in the
 * arguments of the write, its body, or the record itself. A record that is already
 * in a list is never added twice, and keeps its position.
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
    if (process.env.NODE_ENV !== 'production') schemaClasses.set('Collection', Collection);
  }

  /** Only a type: has no value at run time. */
  declare readonly '~value': Denormalized<Contents>;
  /** Only a type: this distinguishes a list from other schemas. */
  declare readonly '~contents': Contents;

  readonly options: CollectionOptions;
  readonly element: Schema;
  readonly isMap: boolean;

  /** Schema of a creation that adds at the end. */
  push: CollectionWriter<ElementOf<Contents>, ElementIn<Contents>>;
  /** Schema of a creation that adds at the beginning. */
  unshift: CollectionWriter<ElementOf<Contents>, ElementIn<Contents>>;
  /** Schema of entries that join a map. */
  assign: CollectionWriter<Denormalized<Contents>, Contents>;
  /** Schema of a removal from the matching lists. */
  remove: CollectionWriter<ElementOf<Contents>, ElementIn<Contents>>;
  /** Schema of a change that moves a record to other lists. */
  move: CollectionWriter<ElementOf<Contents>, ElementIn<Contents>>;

  #key: string | undefined;
  /** Whether its elements tell a log all about it. */
  #isDefault: boolean | undefined;

  constructor(
    readonly schema: Contents,
    options: CollectionOptions<KeptRecord<ElementIn<Contents>>> = {},
  ) {
    if (process.env.NODE_ENV !== 'production') {
      assertContents(schema);
      checkOptions('new Collection()', options);
      checkFunctions('new Collection()', options, [
        'argsKey',
        'nestKey',
        'createCollectionFilter',
        'belongs',
      ]);
      // A subclass may have options of its own.
      if (new.target === Collection) checkKnown('new Collection()', options, Object.keys(OPTIONS));
    }
    this.options = options;
    this.element = 'element' in schema ? schema.element : schema[0];
    this.isMap = 'isMap' in schema && schema.isMap;
    this.push = this.#writer('push');
    this.unshift = this.#writer('unshift');
    this.assign = this.#writer('assign') as CollectionWriter<never, never>;
    this.remove = this.#writer('remove');
    this.move = this.#writer(options.addTo === 'start' ? MOVE_TO_START : 'move');
    noteMade(this);
    if (options.belongs !== undefined) keepMembers(this);
  }

  /** Name of the table that holds all lists of this kind. */
  get key(): string {
    // Computed when needed: the element's class may not exist yet.
    this.#key ??= this.#nameBy(schemaName);
    return this.#key;
  }

  /** @internal */
  nameBy(nameOf: NameOf, place: string | undefined): string {
    const name = this.#nameBy(nameOf);
    this.#isDefault ??= this.constructor === Collection && isEmpty(withoutUndefined(this.options));
    return this.#isDefault ? name : (place ?? `Collection(${name})`);
  }

  #nameBy(nameOf: NameOf): string {
    const contents = nameOf(this.element);
    return this.isMap ? `{${contents}}` : `[${contents}]`;
  }

  /**
   * A creation that `merge` adds to matching lists.
   *
   * @param merge takes the results in a list, and the results to add
   * @param createCollectionFilter which lists match, in place of the usual rule
   */
  addWith(
    merge: ListMerge,
    createCollectionFilter?: CollectionFilter,
  ): CollectionWriter<ElementOf<Contents>, ElementIn<Contents>> {
    const changeFor = (args: readonly unknown[]) => joining(this, args, merge, createCollectionFilter);
    return this.#writer('addWith', changeFor, createCollectionFilter, merge === appendPage);
  }

  /** A change that removes a record from lists it no longer matches, and adds it to others with `merge`. */
  moveWith(merge: ListMerge): CollectionWriter<ElementOf<Contents>, ElementIn<Contents>> {
    return this.#writer('moveWith', args => moving(this, args, merge));
  }

  #writer(...change: WriterParts): CollectionWriter<ElementOf<Contents>, ElementIn<Contents>> {
    return collectionWriter(this, ...change);
  }

  /** Whether an argument does not filter lists; for subclasses, in place of the option. */
  nonFilterArgumentKeys?(key: string): boolean;

  /** Which lists a creation joins; for subclasses, in place of the option. */
  createCollectionFilter?(...args: never[]): (key: CollectionKey) => boolean;

  /** Whether an argument narrows a list down. */
  isFilter(argument: string): boolean {
    if (this.nonFilterArgumentKeys !== undefined) return !this.nonFilterArgumentKeys(argument);
    const { nonFilterArgumentKeys: keys = DEFAULT_NON_FILTER_ARGUMENTS } = this.options;
    if (typeof keys === 'function') return !keys(argument);
    // Not test(), which resumes at its last index with the flags g and y.
    return keys instanceof RegExp ? argument.search(keys) < 0 : !keys.includes(argument);
  }

  /** The primary key of the list with these arguments. */
  pk(args: readonly unknown[]): string {
    const { argsKey } = this.options;
    return collectionPk(argsKey === undefined ? paramsOf(args) : argsKey(...(args as never[])));
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, context: NormalizeContext): unknown {
    if (!isObject(input) || Array.isArray(input) === this.isMap) {
      throw context.unexpected(this, input, key);
    }
    const { nestKey } = this.options;
    const isNested = nestKey !== undefined && (context.insideRecord || this.options.argsKey === undefined);
    const pk = isNested ? collectionPk(nestKey(parent as never, key ?? '')) : this.pk(context.args);
    const row = context.visit(this.schema, input, parent, key) as CollectionRow;
    const contents = this.isMap ? row : uniqueResults(row as readonly unknown[]);
    if (process.env.NODE_ENV !== 'production' && !isNested)
      warnOfDuplicateList(this.key, pk, contents, context);
    const stored = context.getRow(this.key, pk);
    for (const end of Array.isArray(stored) ? [0, -1] : [])
      if (!sameValue((stored as readonly unknown[]).at(end), Object.values(contents).at(end)))
        context.overlap.noteEffect({
          kind: this.key,
          effect: REPLACED,
          args: [pk, end],
          results: [],
          responses: [],
        });
    const list = withEffects(this, contents, pk, context);
    const { mutation } = context.meta as Partial<Landing>;
    if (mutation && stored) {
      const isUnchanged = sameValue(list, stored);
      const mayRestore = isUnchanged && context.mayWrite(key);
      // It wrote more than others changed meanwhile, or wrote the list as it was, and may have undone their changes.
      if (!sameValue(list, contents) && (!isUnchanged || mayRestore)) context.overlap.doubt(this.key, pk);
      if (mayRestore)
        context.overlap.noteEffect({
          kind: this.key,
          effect: WROTE,
          args: [pk],
          results: [],
          responses: [contents, stored],
        });
    }
    context.record(this, pk, list);
    if (process.env.NODE_ENV !== 'production') noteBringer(context.getRow(this.key, pk), this);
    if (this.options.belongs !== undefined) context.brought(this, pk, { input, results: row });
    return pk;
  }

  /** @internal */
  denormalize(result: unknown, context: DenormalizeContext): unknown {
    // Saved before it was a collection: the result is the list itself.
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

  /** The list after a response for it; by default the response. */
  merge(_existing: CollectionRow, incoming: CollectionRow): CollectionRow {
    return incoming;
  }

  /** The stored list merged with a response; the same list when nothing in it changed. */
  mergeWithStore(existingMeta: RecordMeta, incomingMeta: Freshness, existing: Row, incoming: Row): Row {
    const merged = this.shouldReorder(existingMeta, incomingMeta, existing, incoming)
      ? this.merge(incoming as CollectionRow, existing as CollectionRow)
      : this.merge(existing as CollectionRow, incoming as CollectionRow);
    return keepIfSame(existing, merged);
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
}

const OPTIONS: Readonly<Record<keyof CollectionOptions, true>> = {
  argsKey: true,
  nestKey: true,
  nonFilterArgumentKeys: true,
  createCollectionFilter: true,
  belongs: true,
  addTo: true,
};

function paramsOf([params]: readonly unknown[]): Readonly<Record<string, unknown>> {
  return params === undefined || typeof params === 'object' ? { ...params } : { value: params };
}

/** The lists of one response by their arguments; in development. */
const receivedLists = new WeakMap<NormalizeContext, Map<string, CollectionRow>>();

function warnOfDuplicateList(kind: string, pk: string, contents: CollectionRow, context: NormalizeContext) {
  const received = getOrCreate(receivedLists, context, newMap<string, CollectionRow>);
  const list = `${kind} ${pk}`;
  const earlier = received.get(list);
  received.set(list, contents);
  if (earlier === undefined || sameValue(earlier, contents)) return;
  warnOnce(
    `clash ${kind}`,
    `A response has two lists of ${kind} for the arguments ${pk}: they are one list, which now holds the elements of ` +
      'the latter. Write [schema] for lists that nothing is added to, give each an `argsKey` that tells them apart, or ' +
      'a `nestKey` if a record holds it.',
  );
}

function assertContents(contents: unknown) {
  const call = 'new Collection()';
  assertSchema(call, contents);
  if (Array.isArray(contents)) assertSchema(call, contents[0]);
  else if ((contents as { readonly element?: unknown }).element === undefined) {
    const fix =
      'Pass an array of one schema, or a map: new Collection([Todo]), new Collection(new Values(Todo)).';
    throw argumentError(call, `it was given ${describeValue(contents)} in place of a list`, fix);
  }
}
