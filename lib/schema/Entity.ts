import { noteStoredKey } from '../definitions/keyOf';
import { RdcError } from '../errors/RdcError';
import { UnreadableFieldError } from '../errors/UnreadableFieldError';
import { attempt } from '../plain/attempt';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { setJsonForm } from '../plain/jsonForm';
import type { Freshness } from '../types/Freshness';
import { INVALID } from '../types/INVALID';
import type { DenormalizeContext, NormalizeContext, QueryContext } from '../types/Schema';
import type { EntityRow, RecordMeta } from '../types/State';
import { isTemporaryKey } from '../types/temporaryKey';
import { defaultRelation } from './defaultRelation';
import type { EntityClass, EntityFields } from './EntityClass';
import { entityShape } from './entityShape';
import { isOlder, mergeStamps, newerFields } from './fieldAges';
import { hasMissingParts } from './hasMissingParts';
import { instanceOf } from './instanceOf';
import { isInvalidKey } from './isInvalidKey';
import { keyByArguments, keyIn } from './keyByArguments';
import { isUnionResult } from './kindOfValue';
import { normalizeRecord } from './normalizeRecord';
import { keepIdentity, repeatsStored } from './storedContent';

/**
 * The base class of records: extend it, give every field a default value, and name it with `static key`.
 *
 * The store holds what the server sent, with keys in place of nested entities.
 * Readers get a frozen instance, the same object for all of them for as long as
 * nothing in it changes.
 *
 * The life of a record: `process` → `pk` → `validate` → nested values →
 * `mergeWithStore` (`shouldUpdate`, `shouldReorder`, `merge`) →
 * `mergeMetaWithStore`; and on reading: `createIfValid` → `fromJS` → the
 * functions and nested entities of `static schema`.
 *
 * @example
 * ```ts
 * import { Entity } from 'rdc-toolkit';
 *
 * class User extends Entity {
 *   id = '';
 *   name = '';
 *   static key = 'User';
 * }
 *
 * class Todo extends Entity {
 *   id = '';
 *   title = '';
 *   completed = false;
 *   author = User.fromJS();
 *   createdAt = new Date(0);
 *   static key = 'Todo';
 *   static schema = { author: User, createdAt: (iso: string) => new Date(iso) };
 * }
 * ```
 */
export abstract class Entity {
  static {
    // Lets Immer draft instances, so that recipes can change them.
    Object.defineProperty(Entity.prototype, Symbol.for('immer-draftable'), { value: true });
  }

  /**
   * The primary key; by default the field `id`.
   *
   * `this` holds the fields as returned by `process`, without defaults.
   *
   * @param _parent the record that holds this one; at the top of a response, the object around it
   * @param _key the field that holds it
   * @param _args arguments of the request
   */
  pk(_parent?: unknown, _key?: string, _args?: readonly unknown[]): string | number | undefined {
    return (this as { readonly id?: string | number }).id;
  }

  /** Deepest nesting of entities that is resolved on reading; deeper ones are left out. */
  static readonly maxEntityDepth: number = Infinity;

  /**
   * A frozen instance with these fields, and defaults for the others; without fields, the same one each time.
   *
   * Writing it into the store writes only these fields: the others stay as stored.
   */
  static fromJS<E extends object>(this: new () => E, props?: Partial<EntityFields<E>>): E {
    const entity = this as EntityClass & (new () => E);
    if (props !== undefined) return setJsonForm(Object.freeze(instanceOf(entity, props as EntityRow)), props);
    // A field's default is created with each record that is read.
    const shape = entityShape(entity);
    shape.blank ??= Object.freeze(instanceOf(entity, {}));
    return shape.blank as E;
  }

  /** The primary key of some fields, as a string; `undefined` when there is none. */
  static pk(
    this: EntityClass,
    input: object,
    parent?: unknown,
    key?: string,
    args?: readonly unknown[],
  ): string | undefined {
    const { pk } = this.prototype as Entity;
    const rawKey: unknown = pk.call(input as Entity, parent, key, args);
    if (isInvalidKey(rawKey)) return undefined;
    const text = String(rawKey);
    const isIncomplete = typeof rawKey === 'string' && hasMissingParts(text, input, parent, key, args);
    if (isIncomplete) return undefined;
    // If the server has yet to name a record, the fields that make its key may hold defaults.
    const { id } = input as { readonly id?: unknown };
    return id !== rawKey && isTemporaryKey(id) && !text.includes(id) ? id : text;
  }

  /**
   * Reshapes a response into the shape of the entity, before anything else sees it.
   *
   * May return `input` itself, as it does by default; it is never changed.
   * `undefined` invalidates the record.
   */
  static process(
    input: Readonly<Record<string, unknown>>,
    _parent: unknown,
    _key: string | undefined,
    _args: readonly unknown[],
  ): unknown {
    return input;
  }

  /**
   * Checks a record before it is stored and before it is shown: returns what is wrong with it.
   *
   * @param _row the record as received, or as stored
   * @param _stored finds the row that a received record will be merged with
   */
  static validate(_row: EntityRow, _stored?: () => EntityRow | undefined): string | undefined {
    return undefined;
  }

  /** Merges two versions of a record, of which `incoming` is the later one. */
  static merge(existing: EntityRow, incoming: EntityRow): EntityRow {
    return { ...existing, ...incoming };
  }

  /** Whether a response may change the stored record at all. */
  static shouldUpdate(
    _existingMeta: RecordMeta,
    _incomingMeta: Freshness,
    _existing: EntityRow,
    _incoming: EntityRow,
  ): boolean {
    return true;
  }

  /**
   * Whether a response is older than what is stored, so that it only fills gaps.
   *
   * By default the later request wins each field. An override decides for the whole
   * record, for example by a version that the server sends.
   */
  static shouldReorder(
    existingMeta: RecordMeta,
    incomingMeta: Freshness,
    _existing: EntityRow,
    _incoming: EntityRow,
  ): boolean {
    return isOlder(incomingMeta, existingMeta);
  }

  /** The stored record merged with a response; the stored row itself when nothing in it changed. */
  static mergeWithStore(
    this: EntityClass,
    existingMeta: RecordMeta,
    incomingMeta: Freshness,
    existing: EntityRow,
    incoming: EntityRow,
  ): EntityRow {
    if (!this.shouldUpdate(existingMeta, incomingMeta, existing, incoming)) return existing;
    return keepIdentity(existing, mergedByAge(this, existingMeta, incomingMeta, existing, incoming));
  }

  /** The time stamps of the record after a response is merged. */
  static mergeMetaWithStore(
    existingMeta: RecordMeta,
    incomingMeta: Freshness,
    existing: EntityRow,
    incoming: EntityRow,
  ): RecordMeta {
    return mergeStamps(existingMeta, incomingMeta, existing, incoming);
  }

  /** @internal Whether records have a field of this name. */
  static declares(this: EntityClass, field: string): boolean {
    return Object.hasOwn(entityShape(this).defaults, field) || Object.hasOwn(this.schema ?? {}, field);
  }

  /** The instance of a stored row; `undefined`, which hides the record, when `validate` objects. */
  static createIfValid(this: EntityClass, row: EntityRow): object | undefined {
    return this.validate(row) === undefined ? instanceOf(this, row) : undefined;
  }

  /** @internal */
  static repeats(this: EntityClass, existing: EntityRow, incoming: EntityRow, nested: EntityRow): boolean {
    const isDefaultMerge = this.merge === Entity.merge && this.mergeWithStore === Entity.mergeWithStore;
    return isDefaultMerge && repeatsStored(existing, incoming, nested);
  }

  /** @internal */
  static normalize(
    this: EntityClass,
    input: unknown,
    parent: unknown,
    key: string | undefined,
    context: NormalizeContext,
  ): unknown {
    return normalizeRecord(this, Entity, input, parent, key, context);
  }

  /** @internal */
  static denormalize(this: EntityClass, result: unknown, context: DenormalizeContext): unknown {
    if (typeof result === 'string') return context.record(this, result);
    // Saved before the field was a relation: the result is the record itself.
    const isRecord =
      isPlainObject(result) && !isUnionResult(result) && keyIn(this, result, context.args) !== undefined;
    return isRecord ? this.fromRow(result, context, () => false) : context.mismatch(this, result);
  }

  /** @internal */
  static fromRow(
    this: EntityClass,
    row: EntityRow,
    context: DenormalizeContext,
    announce: (value: object) => boolean,
    pk?: string,
    started?: object,
  ): unknown {
    const instance = (started ?? this.createIfValid(row)) as Record<string, unknown> | undefined;
    if (instance === undefined) return INVALID;
    const { schema } = this;
    const needsStoredKey = isKeyedByOthers(this) || isTemporaryKey(pk);
    if (pk !== undefined && needsStoredKey) noteStoredKey(instance, pk);
    if (schema === undefined) return Object.freeze(instance);
    if (started === undefined && announce(instance)) return instance;
    const { nested, defaults, hasReader } = entityShape(this);
    for (const name of nested) {
      const stored = row[name];
      if (stored === undefined || stored === null) continue;
      let value: unknown;
      try {
        value = context.visit(schema[name] as never, stored);
      } catch (error) {
        throw unreadable(this, name, row, error);
      }
      // A field with a default to show is one that readers rely on.
      const isRequired = value === INVALID && Boolean(defaults[name]);
      if (isRequired) value = defaultRelation(schema[name], stored, defaults[name], context);
      if (isRequired && value === INVALID) return INVALID;
      instance[name] = value === INVALID ? defaults[name] : value;
    }
    // A function may have changed what the key is made of.
    if (pk !== undefined && hasReader && !needsStoredKey && attempt(() => this.pk(instance)) !== pk)
      noteStoredKey(instance, pk);
    return Object.freeze(instance);
  }

  /** @internal */
  static queryKey(this: EntityClass, args: readonly unknown[], context: QueryContext): unknown {
    const [params] = args;
    if (typeof params === 'string' || typeof params === 'number') return String(params);
    if (!isObject(params)) return undefined;
    const pk = keyByArguments(this, params, args, context);
    return pk !== undefined && context.getRow(this.key, pk) !== undefined ? pk : undefined;
  }
}

/** Errors that functions threw on the fields of a row: the same error while the row is stored. */
const unreadableErrors = new WeakMap<EntityRow, UnreadableFieldError>();

function unreadable(entity: EntityClass, field: string, row: EntityRow, error: unknown): unknown {
  if (error instanceof RdcError || error === INVALID) return error;
  const existing = unreadableErrors.get(row);
  if (existing !== undefined) return existing;
  const wrapped = new UnreadableFieldError(entity.key, field, entity.pk(row), { cause: error });
  unreadableErrors.set(row, wrapped);
  return wrapped;
}

/** Whether keys depend on more than a record's own fields, so that an instance cannot tell its own. */
function isKeyedByOthers({ prototype }: EntityClass): boolean {
  const { pk } = prototype as Entity;
  return pk !== Entity.prototype.pk && pk.length > 0;
}

function mergedByAge(
  entity: EntityClass,
  existingMeta: RecordMeta,
  incomingMeta: Freshness,
  existing: EntityRow,
  incoming: EntityRow,
): EntityRow {
  if (entity.shouldReorder === Entity.shouldReorder) {
    return entity.merge(existing, newerFields(existingMeta, incomingMeta, existing, incoming));
  }
  return entity.shouldReorder(existingMeta, incomingMeta, existing, incoming)
    ? entity.merge(incoming, existing)
    : entity.merge(existing, incoming);
}
