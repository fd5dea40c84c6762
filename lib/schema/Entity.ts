import { InvalidEntityError } from '../errors/InvalidEntityError';
import { MissingKeyError } from '../errors/MissingKeyError';
import { UnexpectedInputError } from '../errors/UnexpectedInputError';
import type { Freshness } from '../types/Freshness';
import { INVALID } from '../types/INVALID';
import type { DenormalizeContext, NormalizeContext, QueryContext } from '../types/Schema';
import type { EntityRow, RecordMeta } from '../types/State';
import type { EntityClass, EntityFields } from './EntityClass';
import { entityShape } from './entityShape';
import { isOlder, mergeStamps, newsIn } from './fieldAges';
import { isMadeOfNothing, mayBeMadeOfNothing } from './isMadeOfNothing';
import { keepIdentity } from './keepIdentity';
import { repeatsStored } from './repeatsStored';
import { standIn } from './standIn';

/**
 * The base class of records: extend it, give every field a default value, and name it with `static key`.
 *
 * What is stored is what the server sent, with keys in place of nested entities;
 * what is read is an instance, frozen, the same object for all readers for as
 * long as nothing in it changes.
 *
 * The life of a record: `process` → `pk` → `validate` → nested values →
 * `mergeWithStore` (`shouldUpdate`, `shouldReorder`, `merge`) →
 * `mergeMetaWithStore`; and when it is read: `createIfValid` → `fromJS` → the
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
    // Immer drafts the instances, so that recipes can change them.
    Object.defineProperty(Entity.prototype, Symbol.for('immer-draftable'), { value: true });
  }

  /**
   * The primary key; by default the field `id`.
   *
   * `this` holds the fields as `process` returned them, before any default.
   *
   * @param _parent the object or array in which the record stood
   * @param _key the field under which it stood
   * @param _args arguments of the request
   */
  pk(_parent?: unknown, _key?: string, _args?: readonly unknown[]): string | number | undefined {
    return (this as { readonly id?: string | number }).id;
  }

  /** Deepest nesting of entities that is resolved when one is read. */
  static readonly maxEntityDepth: number = 128;

  /** A frozen instance with these fields and defaults for the others; without fields, the same one each time. */
  static fromJS<E extends object>(this: new () => E, props?: Partial<EntityFields<E>>): E {
    const entity = this as EntityClass & (new () => E);
    if (props !== undefined) return Object.freeze(instanceOf(entity, props as EntityRow));
    // The default of a field is made with each record that is read.
    const shape = entityShape(entity);
    shape.blank ??= Object.freeze(instanceOf(entity, {}));
    return shape.blank as E;
  }

  /** The primary key of some fields as a string; `undefined` when there is none. */
  static pk(
    this: EntityClass,
    input: object,
    parent?: unknown,
    key?: string,
    args?: readonly unknown[],
  ): string | undefined {
    const { pk } = this.prototype as Entity;
    const found: unknown = pk.call(input as Entity, parent, key, args);
    // As text all objects are the same: their records would take each other's place.
    if (found === undefined || found === null || found === '' || typeof found === 'object') return undefined;
    const text = String(found);
    if (typeof found !== 'string' || !mayBeMadeOfNothing(text)) return text;
    return isMadeOfNothing(text, [input, parent, key, args]) ? undefined : text;
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
   * Objects to a record before it is stored and before it is shown: returns what is wrong with it.
   *
   * @param _row the record as it came, or as it is stored
   * @param _stored finds the row that a record which came is going to be merged with
   */
  static validate(_row: EntityRow, _stored?: () => EntityRow | undefined): string | undefined {
    return undefined;
  }

  /** The fields of two versions of a record, `incoming` being the later one. */
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
   * By default each field is that of the later request. An override decides for the
   * record as a whole, by a version that the server sends, say.
   */
  static shouldReorder(
    existingMeta: RecordMeta,
    incomingMeta: Freshness,
    _existing: EntityRow,
    _incoming: EntityRow,
  ): boolean {
    return isOlder(incomingMeta, existingMeta);
  }

  /** The record after a response has met it; the stored row itself when nothing in it changed. */
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

  /** The time stamps of the record after a response has met it. */
  static mergeMetaWithStore(
    existingMeta: RecordMeta,
    incomingMeta: Freshness,
    existing: EntityRow,
    incoming: EntityRow,
  ): RecordMeta {
    return mergeStamps(existingMeta, incomingMeta, existing, incoming);
  }

  /** @internal Whether records have a field with this name. */
  static declares(this: EntityClass, field: string): boolean {
    return Object.hasOwn(entityShape(this).defaults, field) || Object.hasOwn(this.schema ?? {}, field);
  }

  /** The instance of a stored row; `undefined` when `validate` objects, which hides the record. */
  static createIfValid(this: EntityClass, row: EntityRow): object | undefined {
    return this.validate(row) === undefined ? instanceOf(this, row) : undefined;
  }

  /** @internal */
  static repeats(this: EntityClass, existing: EntityRow, incoming: EntityRow, nested: EntityRow): boolean {
    return this.merge === Entity.merge && repeatsStored(existing, incoming, nested);
  }

  /** @internal */
  static normalize(
    this: EntityClass,
    input: unknown,
    parent: unknown,
    key: string | undefined,
    context: NormalizeContext,
  ): unknown {
    if (process.env.NODE_ENV !== 'production') entityShape(this);
    const holder = parent === input || Array.isArray(parent) ? undefined : parent;
    const isObject = typeof input === 'object' && input !== null;
    const processed = isObject
      ? this.process(input as never, holder, key, context.args)
      : madeOfKey(this, input, holder, key, context);
    if (!isObject && processed === undefined) return keyOfStored(this, input, parent, key, context);
    if (processed !== input) context.distrust();
    if (processed === undefined) return invalidated(this, input as object, holder, key, context);
    if (typeof processed !== 'object' || processed === null || Array.isArray(processed)) {
      throw unexpected(this, processed, key, context);
    }
    let row = processed as EntityRow;
    if (this.sources !== undefined) {
      row = withSources(row, this.sources);
      context.distrust();
    }
    let pk: string | undefined;
    let cause: unknown;
    try {
      pk = this.pk(row, holder, key, context.args);
    } catch (error) {
      // pk() read a field of something that is not there.
      cause = error;
    }
    if (pk === undefined) {
      pk = temporaryKey(this, row, context, cause);
      row = { ...row, id: pk };
    }
    if (this.validate !== Entity.validate) check(this, pk, row, context);
    context.record(this, pk, row, this.schema, isObject ? input : undefined);
    return pk;
  }

  /** @internal */
  static denormalize(this: EntityClass, result: unknown, context: DenormalizeContext): unknown {
    if (typeof result === 'string') return context.record(this, result);
    // Saved when the field was no relation yet: what stands there is the record itself.
    return isRow(result) ? this.fromRow(result, context, () => {}) : INVALID;
  }

  /** @internal */
  static fromRow(
    this: EntityClass,
    row: EntityRow,
    context: DenormalizeContext,
    announce: (value: object) => void,
  ): unknown {
    const instance = this.createIfValid(row) as Record<string, unknown> | undefined;
    if (instance === undefined) return INVALID;
    announce(instance);
    const { schema } = this;
    if (schema === undefined) return Object.freeze(instance);
    const { nested, defaults } = entityShape(this);
    for (const name of nested) {
      const stored = row[name];
      if (stored === undefined || stored === null) continue;
      let value = context.visit(schema[name] as never, stored);
      // A field whose default is something to show is one that readers rely on.
      const isRequired = value === INVALID && Boolean(defaults[name]);
      if (isRequired) value = standIn(schema[name], stored, defaults[name], context);
      if (isRequired && value === INVALID) return INVALID;
      instance[name] = value === INVALID ? defaults[name] : value;
    }
    return Object.freeze(instance);
  }

  /** @internal */
  static queryKey(this: EntityClass, args: readonly unknown[], context: QueryContext): unknown {
    const [params] = args;
    if (typeof params === 'string' || typeof params === 'number') return String(params);
    if (typeof params !== 'object' || params === null) return undefined;
    const pk = keyIn(this, params, args) ?? indexedKey(this, params, context);
    return pk !== undefined && context.getRow(this.key, pk) !== undefined ? pk : undefined;
  }
}

/** A row with what came under another name; what came under the field's own name stays. */
function withSources(row: EntityRow, sources: Readonly<Record<string, string>>): EntityRow {
  const found = Object.entries(sources).filter(([field, name]) => row[field] === undefined && name in row);
  return { ...row, ...Object.fromEntries(found.map(([field, name]) => [field, row[name]])) };
}

function isRow(result: unknown): result is EntityRow {
  return typeof result === 'object' && result !== null && !Array.isArray(result);
}

function check(entity: EntityClass, pk: string, row: EntityRow, context: NormalizeContext) {
  const reason = entity.validate(row, () => context.getRow(entity.key, pk) as EntityRow | undefined);
  if (reason !== undefined) context.refuse(new InvalidEntityError(entity.key, row, reason, context.origin));
}

function mergedByAge(
  entity: EntityClass,
  existingMeta: RecordMeta,
  incomingMeta: Freshness,
  existing: EntityRow,
  incoming: EntityRow,
): EntityRow {
  if (entity.shouldReorder === Entity.shouldReorder) {
    return entity.merge(existing, newsIn(existingMeta, incomingMeta, existing, incoming));
  }
  return entity.shouldReorder(existingMeta, incomingMeta, existing, incoming)
    ? entity.merge(incoming, existing)
    : entity.merge(existing, incoming);
}

function instanceOf<E extends object>(entity: EntityClass & (new () => E), fields: EntityRow): E {
  const { reserved } = entityShape(entity);
  const instance = new entity();
  if (!isAny(reserved, fields)) return Object.assign(instance as object, fields) as E;
  const open = Object.entries(fields).filter(([name]) => !reserved.includes(name));
  return Object.assign(instance as object, Object.fromEntries(open)) as E;
}

function isAny(names: readonly string[], fields: EntityRow): boolean {
  for (let i = 0; i < names.length; i++) if (Object.hasOwn(fields, names[i] as string)) return true;
  return false;
}

/** The key of a record that the server has yet to name. */
function temporaryKey(
  entity: EntityClass,
  row: EntityRow,
  context: NormalizeContext,
  cause: unknown,
): string {
  const pk = context.temporaryKey();
  if (pk === undefined) throw new MissingKeyError(entity.key, row, context.origin, { cause });
  return pk;
}

/** A value in place of a record is its key, as in a response that does not expand nested records. */
function keyOfStored(
  entity: EntityClass,
  input: unknown,
  parent: unknown,
  key: string | undefined,
  context: NormalizeContext,
): unknown {
  const isTop = input === parent;
  const pk = String(input);
  if (typeof input !== 'string' && !Number.isFinite(input)) throw unexpected(entity, input, key, context);
  if (isTop && context.getRow(entity.key, pk) === undefined) throw unexpected(entity, input, key, context);
  return pk;
}

/** What `process` makes of a value that is no object; `undefined` where that is no record with a key. */
function madeOfKey(
  entity: EntityClass,
  input: unknown,
  parent: unknown,
  key: string | undefined,
  { args }: NormalizeContext,
): object | undefined {
  if (entity.process === Entity.process) return undefined;
  try {
    const made = entity.process(input as never, parent, key, args);
    const isRecord = typeof made === 'object' && made !== null && !Array.isArray(made);
    return isRecord && entity.pk(made, parent, key, args) !== undefined ? made : undefined;
  } catch {
    // It was written for objects: the value is the key of a record, as without it.
    return undefined;
  }
}

function invalidated(
  entity: EntityClass,
  input: object,
  parent: unknown,
  key: string | undefined,
  context: NormalizeContext,
): unknown {
  const pk = entity.pk(input, parent, key, context.args);
  if (pk !== undefined) context.invalidate(entity.key, pk);
  return pk;
}

function unexpected(
  entity: EntityClass,
  received: unknown,
  field: string | undefined,
  { origin }: NormalizeContext,
): UnexpectedInputError {
  return new UnexpectedInputError({ expected: `a ${entity.key} object`, received, field, origin });
}

function keyIn(entity: EntityClass, params: object, args: readonly unknown[]): string | undefined {
  try {
    return entity.pk(params, undefined, undefined, args);
  } catch {
    return undefined;
  }
}

function indexedKey(entity: EntityClass, params: object, context: QueryContext): string | undefined {
  for (const field of entity.indexes ?? []) {
    const value = (params as Readonly<Record<string, unknown>>)[field];
    if (value === undefined) continue;
    const pk = context.findByIndex(entity.key, field, String(value));
    if (pk !== undefined) return pk;
  }
  return undefined;
}
