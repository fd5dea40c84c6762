import { quoteName } from '../definitions/quoteName';
import { schemaClasses } from '../definitions/schemaClasses';
import { type NameOf, schemaName } from '../definitions/schemaName';
import { noteMade } from '../definitions/schemas';
import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { SET_ORIGIN } from '../errors/SET_ORIGIN';
import { attempt } from '../plain/attempt';
import { filterFields } from '../plain/filterFields';
import { isEmpty } from '../plain/isEmpty';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { warnOnce } from '../plain/warnOnce';
import type { Denormalized } from '../types/Denormalized';
import { type Landing, OPTIMISTIC } from '../types/Landing';
import type { DenormalizeContext, Fields, NormalizeContext, QueryContext, Schema } from '../types/Schema';
import { assertSchema } from './assertSchema';
import type { EntityClass } from './EntityClass';
import { keyIn } from './keyByArguments';
import {
  type Discriminator,
  isUnionResult,
  kindOfValue,
  type UnionResult,
  unions,
  type WithKeyOfUnion,
} from './kindOfValue';
import type { Removed } from './Removed';
import { resolveLazy } from './resolveLazy';

/** Replaces the kind of a value that looks like a key but stands for itself. */
const ITSELF = '';

/**
 * One of several kinds of records, distinguished by a field or by a function.
 *
 * A value of an unlisted kind is stored as it came, with one warning on the
 * console in development.
 *
 * @example
 * ```ts
 * import { Entity, Union } from 'rdc-toolkit';
 *
 * class Post extends Entity {
 *   id = '';
 *   type = 'post' as const;
 *   static key = 'Post';
 * }
 * class Link extends Entity {
 *   id = '';
 *   type = 'link' as const;
 *   url = '';
 *   static key = 'Link';
 * }
 *
 * const FeedItem = new Union({ post: Post, link: Link }, 'type');
 * ```
 */
export class Union<const Kinds extends Readonly<Record<string, unknown>>> {
  static {
    if (process.env.NODE_ENV !== 'production') schemaClasses.set('Union', Union);
  }

  /** Only a type: has no value at run time. */
  declare readonly '~value': Denormalized<Kinds[keyof Kinds]>;
  /** Only a type: the schemas of all kinds. */
  declare readonly '~kind': Kinds[keyof Kinds];

  constructor(
    /** The schema of each kind. */
    readonly schema: Kinds,
    readonly discriminator: Discriminator,
  ) {
    if (process.env.NODE_ENV !== 'production') assertKinds(schema, discriminator);
    noteMade(this);
    unions.withKeyOf = withKeyOf;
  }

  /** Names of all kinds of records. */
  get key(): string {
    return Object.values(this.schema).map(schemaName).join('|');
  }

  /** @internal */
  nameBy(nameOf: NameOf, place: string | undefined): string {
    const by = this.discriminator;
    if (typeof by === 'string') return `Union(${nameOf(this.schema)},${by === '*' ? '"*"' : quoteName(by)})`;
    return place ?? `Union(${nameOf(this.schema)},*)`;
  }

  /** The kind of a value; `undefined` if it is not a listed one. */
  kindOf(input: unknown): string | undefined {
    const kind = kindOfValue(this.discriminator, input);
    return kind !== undefined && Object.hasOwn(this.schema, kind) ? kind : undefined;
  }

  /** The schema of one kind. */
  schemaOf(kind: string): Schema {
    return this.schema[kind] as Schema;
  }

  /** Whether a result stands for a record of a listed kind, and not for itself. */
  isReference(result: unknown): result is UnionResult {
    return isUnionResult(result) && Object.hasOwn(this.schema, result.schema);
  }

  /** @internal The result for a record of one of its kinds; the row decides if several have one entity. */
  resultOf(kind: string, id: string, row: unknown): UnionResult | undefined {
    const names = Object.keys(this.schema).filter(name => entityBehind(this.schema[name]).key === kind);
    const schema = names.length > 1 ? (this.kindOf(row) ?? names[0]) : names[0];
    return schema === undefined ? undefined : { id, schema: this.#primaryName(schema) };
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, context: NormalizeContext): unknown {
    const isTopLevel = input === parent && isObject(input);
    const stored =
      isTopLevel && this.#isPartial(input, context)
        ? this.#storedRecords(input, context, entity => keyIn(entity, input, context.args))
        : [];
    const schema = stored.length === 1 ? stored[0]?.name : this.kindOf(input);
    // The response only echoes the request, and no stored record shows which kind that was sent to.
    const isUnknown = isTopLevel && schema === undefined && !isOptimistic(context) && isEcho(input, context);
    if ((stored.length > 1 || isUnknown) && isOfMutation(context)) return doubtAll(stored, context);
    if (schema === undefined) {
      // Nothing refers to it, so it would be lost.
      if (input === parent && context.origin === SET_ORIGIN)
        throw context.unexpected(
          `a record with its kind (${Object.keys(this.schema).join(', ')})`,
          input,
          undefined,
        );
      return this.#unlistedValue(input, context);
    }
    const id = context.visit(this.schemaOf(schema), input, parent, key);
    return id === undefined ? undefined : { id, schema: this.#primaryName(schema) };
  }

  /**
   * @internal Removes the record of the kind that a response names, or else the only one that is stored.
   *
   * @returns its key
   */
  remove({ input, context, keyOf, refuse }: Removed): unknown {
    if (Array.isArray(input) || typeof input === 'boolean') throw refuse();
    const stored = this.#storedRecords(input, context, entity => attempt(() => keyOf(entity)));
    if (stored.length > 1) {
      // Two kinds may share a key: removing the wrong record would be worse than keeping both.
      if (!isOfMutation(context)) throw refuse();
      doubtAll(stored, context);
      return stored[0]?.pk;
    }
    const name = stored[0]?.name ?? this.kindOf(input);
    const entities = (name === undefined ? Object.values(this.schema) : [this.schema[name]]).map(
      entityBehind,
    );
    const entity = entities.find(one => attempt(() => keyOf(one)) !== undefined) ?? entities[0];
    if (entity === undefined) throw refuse();
    const pk = keyOf(entity);
    if (name !== undefined) context.invalidate(entity.key, pk);
    // Lists hold a value of an unlisted kind as it came.
    else
      context.overlap.doubtListsHolding(
        entities.map(({ key }) => key),
        pk,
      );
    return pk;
  }

  /** @internal */
  denormalize(result: unknown, context: DenormalizeContext): unknown {
    if (this.isReference(result)) return context.visit(this.schemaOf(result.schema), result.id);
    if (mayBeKey(result)) {
      if (typeof result !== 'string' && result.schema === ITSELF) return result.id;
      return context.mismatch(this, result);
    }
    // Saved before its kind was listed: the result is the record itself.
    const kind = this.kindOf(result);
    return kind === undefined ? result : context.visit(this.schemaOf(kind), result);
  }

  /** @internal */
  queryKey(args: readonly unknown[], context: QueryContext): unknown {
    const kind = this.kindOf(args[0]);
    // A function expects a record: from arguments it may return the wrong kind.
    const isKnown = kind !== undefined && typeof this.discriminator === 'string';
    const others = isKnown ? [] : Object.keys(this.schema);
    let firstFound: { readonly id: unknown; readonly schema: string } | undefined;
    for (const schema of kind === undefined ? others : [kind, ...others]) {
      const id = context.queryKey(this.schemaOf(schema), args);
      if (id === undefined) continue;
      const result = { id, schema: this.#primaryName(schema) };
      firstFound ??= result;
      // A key alone may belong to any kind.
      if (context.getRow(entityBehind(this.schema[schema]).key, String(id)) !== undefined) return result;
    }
    return firstFound;
  }

  /** The first of an entity's names, so that a record's result stays the same when its kind changes. */
  #primaryName(kind: string): string {
    const entity = entityBehind(this.schema[kind]);
    return Object.keys(this.schema).find(name => entityBehind(this.schema[name]) === entity) as string;
  }

  /** Whether a value may lack its kind, as when it echoes the request. */
  #isPartial(input: object, context: NormalizeContext): boolean {
    if (kindOfValue(this.discriminator, input) === undefined || isOptimistic(context)) return true;
    return isEcho(input, context);
  }

  /** The stored records that a value may mean: one per kind, unless the value names another kind. */
  #storedRecords(
    input: unknown,
    context: NormalizeContext,
    keyOf: (entity: EntityClass) => string | undefined,
  ): readonly StoredRecord[] {
    return Object.keys(this.schema).flatMap(name => {
      const entity = entityBehind(this.schema[name]);
      const pk = keyOf(entity);
      const row = pk === undefined ? undefined : context.getRow(entity.key, pk);
      if (pk === undefined || row === undefined) return [];
      const kind = kindOfValue(this.discriminator, isObject(input) ? { ...row, ...input } : row);
      return (kind ?? name) === name ? [{ name, kind: entity.key, pk }] : [];
    });
  }

  /** A value of an unlisted kind; `undefined` if an optimistic value has no kind yet. */
  #unlistedValue(input: unknown, context: NormalizeContext): unknown {
    const kind = kindOfValue(this.discriminator, input);
    const isShown = kind !== undefined || !isOptimistic(context);
    if (process.env.NODE_ENV !== 'production') this.#warnOfUnknownKind(kind, isShown);
    if (!isShown) return undefined;
    return mayBeKey(input) ? { id: input, schema: ITSELF } : input;
  }

  #warnOfUnknownKind(kind: string | undefined, isShown: boolean): void {
    const { key, discriminator } = this;
    const by = typeof discriminator === 'string' ? `the field "${discriminator}"` : 'the discriminator';
    warnOnce(
      `union ${key} ${kind} ${isShown}`,
      `The union ${key} has no schema ${kind === undefined ? 'for a value' : `for the kind "${kind}"`} (from ${by}): ` +
        (isShown
          ? 'the value was stored unchanged. Add the kind to the Union, or fix the response.'
          : 'it is not shown before the response. Send the kind, or return it from getOptimisticResponse.'),
    );
  }
}

/** Whether a result may be a reference to a record, also of a kind that a union once had. */
function mayBeKey(value: unknown): value is string | UnionResult {
  return typeof value === 'string' || isUnionResult(value);
}

/** A stored record, and the union's name for its kind. */
interface StoredRecord {
  readonly name: string;
  readonly kind: string;
  readonly pk: string;
}

const withKeyOf: WithKeyOfUnion = (union, args, value, stored, withKey) => {
  const [params] = args;
  const { discriminator } = union;
  // A function expects a record: from arguments it may return the wrong kind.
  const withKind =
    typeof discriminator === 'string' && isPlainObject(params)
      ? { ...filterFields(params as Fields, name => name === discriminator), ...value }
      : value;
  const kind = union.kindOf(withKind);
  if (kind !== undefined) return withKey(resolveLazy(union.schemaOf(kind)), withKind);
  const entities = new Set(Object.values(union.schema).map(entityBehind));
  const candidates = [...entities].flatMap(entity => {
    const complete = withKey(entity, value) as Fields;
    const pk = keyIn(entity, complete, args);
    return pk !== undefined && stored(entity.key, pk) ? [complete] : [];
  });
  return candidates.length === 1 ? candidates[0] : value;
};

function entityBehind(schema: unknown): EntityClass {
  return resolveLazy(schema) as unknown as EntityClass;
}

function isOptimistic({ meta }: NormalizeContext): boolean {
  return (meta as Partial<Landing>).landed === OPTIMISTIC.landed;
}

/** Whether a response only repeats fields of its request. */
function isEcho(input: object, { args }: NormalizeContext): boolean {
  const sent = Object.assign({}, ...args) as object;
  return Object.keys(input).every(name => name in sent);
}

/** Whether this is a mutation, done or pending: it must not fail over what its response leaves open. */
function isOfMutation(context: NormalizeContext): boolean {
  return (context.meta as Partial<Landing>).mutation !== undefined || isOptimistic(context);
}

/** A mutation changed one of these, which share a key: doubt them all. */
function doubtAll(records: readonly StoredRecord[], context: NormalizeContext): undefined {
  for (const { kind, pk } of records) context.overlap.doubt(kind, pk);
}

function assertKinds(kinds: unknown, discriminator: unknown) {
  const call = 'new Union()';
  const fix =
    "Name the kinds, and the field that tells them apart: new Union({ post: Post, link: Link }, 'type').";
  if (!isPlainObject(kinds) || isEmpty(kinds))
    throw argumentError(call, `its kinds are ${describeValue(kinds)}`, fix);
  if (typeof discriminator !== 'string' && typeof discriminator !== 'function')
    throw argumentError(call, `its discriminator is ${describeValue(discriminator)}`, fix);
  for (const schema of Object.values(kinds)) assertSchema(call, schema);
}
