import type { $ZodObject, $ZodShape, $ZodType, input, output } from 'zod/v4/core';
import type { Raw } from '../endpoint/Raw';
import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { entityDefinitionError } from '../errors/entityDefinitionError';
import { Entity } from '../schema/Entity';
import type { EntityClass } from '../schema/EntityClass';
import { type Keyed, keyMadeOf } from '../schema/keyByArguments';
import type { Denormalized } from '../types/Denormalized';
import type { Fields } from '../types/Schema';
import type { EntityRow } from '../types/State';
import { fieldReader } from './fieldReader';
import { initialRelation } from './initialRelation';
import { initialValue } from './initialValue';
import { recordCheck } from './recordCheck';

/** The relations of an entity without any. */
export type NoRelations = Record<never, never>;

/** The fields of an instance: the output of zod, and related entities as instances. */
export type ZodFields<Obj extends $ZodObject, Relations extends Fields> = {
  readonly [Name in keyof output<Obj> as Name extends keyof Relations ? never : Name]: output<Obj>[Name];
} & {
  readonly [Name in keyof Relations]:
    | Denormalized<Relations[Name]>
    | Initial<Relations[Name], Absence<output<Obj>, Name>>;
};

/** What a server sends: the input of zod, and related entities as sent or as keys. */
export type ZodResponse<Obj extends $ZodObject, Relations extends Fields> = {
  readonly [Name in keyof input<Obj> as Name extends keyof Relations ? never : Name]: input<Obj>[Name];
} & {
  readonly [Name in keyof Relations]: Raw<Relations[Name]> | Absence<input<Obj>, Name>;
};

/** How may a relation be missing, as a zod object says? A loose one says nothing of fields that it does not name. */
type Absence<Declared, Name> = Name extends keyof { [Named in keyof Declared as Literal<Named>]: unknown }
  ? unknown extends Declared[Name]
    ? null | undefined
    : Extract<Declared[Name], null | undefined>
  : never;

type Literal<Name> = string extends Name ? never : Name;

/** The value of a missing relation: for a union there is no record with initial values. */
type Initial<Relation, Absent> = [Absent] extends [never]
  ? Relation extends { readonly '~kind': unknown }
    ? undefined
    : never
  : Absent;

/** The class that {@link zodEntity} makes: an `Entity` to extend. */
export interface ZodEntityClass<Obj extends $ZodObject, Relations extends Fields>
  extends Omit<typeof Entity, 'prototype'> {
  new (): Entity & ZodFields<Obj, Relations>;
  readonly prototype: Entity & ZodFields<Obj, Relations>;
  /** Only a type: what a server sends. */
  readonly '~raw': ZodResponse<Obj, Relations>;
  readonly key: string;
  readonly schema: Relations;
  /** The zod object itself, to derive others from: `Todo.zod.pick({ title: true })`. */
  readonly zod: Obj;
}

/**
 * An entity class made from a zod object, to extend: fields, defaults and types come
 * from it.
 *
 * - The store keeps what the server sent. Codecs, coercions and transforms apply when
 *   a record is read; each field is read on its own.
 * - Defaults come from zod; a field without one has its type's empty value, as in a
 *   hand-written entity.
 * - A record is checked before it is stored. If it brings no required field besides its
 *   key, or does not fit on its own, it is checked together with what is already stored
 *   of it, so that a response may bring some fields of a known record. The endpoint's
 *   `schemaFailurePolicy` decides what happens to one that does not fit.
 * - `relations` are schemas, as in `static schema`. The zod object need not declare
 *   them; if it does, it says whether they may be `null` or left out.
 *
 * @param key unique name of the kind of record
 * @param object a `z.object()`; its checks and transforms must be sync
 * @throws {UsageError} when a record is checked and the zod object turns out to be async
 * @example
 * ```ts
 * import { z } from 'zod';
 * import { zodEntity } from 'rdc-toolkit/zod';
 *
 * class User extends zodEntity('User', z.object({ id: z.string(), name: z.string() })) {}
 *
 * const todo = z.object({
 *   id: z.string(),
 *   title: z.string().default(''),
 *   due: z.coerce.date(),
 * });
 *
 * class Todo extends zodEntity('Todo', todo, { author: User }) {
 *   get isLate() {
 *     return this.due.getTime() < Date.now();
 *   }
 * }
 * ```
 */
export function zodEntity<Obj extends $ZodObject, const Relations extends Fields = NoRelations>(
  key: string,
  object: Obj,
  relations?: Relations,
): ZodEntityClass<Obj, Relations> {
  if (process.env.NODE_ENV !== 'production' && typeof key !== 'string')
    throw argumentError(
      'zodEntity()',
      `its key is ${describeValue(key)}`,
      `Pass the key first: zodEntity('Todo', z.object({ … })).`,
    );
  if (process.env.NODE_ENV !== 'production' && object?._zod?.def.type !== 'object') {
    const actual = object?._zod === undefined ? describeValue(object) : `a zod ${object._zod.def.type}`;
    const fix =
      'Transform its fields instead; for several shapes, make an entity of each and a `Union` of these.';
    throw entityDefinitionError(key, `it was made with ${actual} in place of a z.object()`, fix);
  }
  const { shape, catchall } = object._zod.def;
  const related = Object.entries(relations ?? {});
  const fields = Object.entries(shape as Readonly<Record<string, $ZodType>>)
    .filter(([name]) => !Object.hasOwn(relations ?? {}, name))
    .map(([name, type]) => ({ name, type, read: fieldReader(type) }));
  const knownFields = new Set([...Object.keys(shape), ...related.map(([name]) => name)]);
  const readUnknown = catchall && catchall._zod.def.type !== 'never' ? fieldReader(catchall) : undefined;
  const check = recordCheck(key, object, Object.keys(relations ?? {}));

  class ZodEntity extends Entity {
    static readonly key: string = key;
    static readonly schema: Fields | undefined = relations;
    static readonly zod = object;

    constructor() {
      super();
      const instance = this as unknown as Record<string, unknown>;
      // Names that the class defines itself, such as getters, stay the class's.
      for (const { name, type } of fields) if (!(name in instance)) instance[name] = initialValue(type);
      for (const [name, schema] of related) {
        if (!(name in instance))
          instance[name] = initialRelation(schema, shape[name] as $ZodType | undefined);
      }
    }

    static override validate(row: EntityRow, stored?: () => EntityRow | undefined): string | undefined {
      const reason = check(row);
      const needsStored = reason !== undefined || (object._zod.def.checks && !isComplete(this, shape, row));
      const storedRow = needsStored ? stored?.() : undefined;
      return storedRow === undefined ? reason : check({ ...storedRow, ...row });
    }

    /** Records were checked when they were stored: what is stored is shown. */
    static override createIfValid(this: EntityClass, row: EntityRow): object {
      const instance = new this() as Record<string, unknown>;
      const assign = (name: string, value: unknown) => {
        if (Object.hasOwn(instance, name)) instance[name] = value;
      };
      for (const { name, read } of fields) if (Object.hasOwn(row, name)) assign(name, read(row[name]));
      for (const [name] of related) if (Object.hasOwn(row, name)) assign(name, row[name]);
      if (readUnknown === undefined) return instance;
      for (const name of Object.keys(row)) {
        if (!knownFields.has(name) && !(name in instance)) instance[name] = readUnknown(row[name]);
      }
      return instance;
    }
  }
  return ZodEntity as unknown as ZodEntityClass<Obj, Relations>;
}

/**
 * Whether a fitting record is complete: it has required fields besides its key. If all others are optional, it may be
 * only a part, which checks across several fields may find to contradict the rest.
 */
function isComplete(entity: Keyed, shape: $ZodShape, row: EntityRow): boolean {
  const { names } = keyMadeOf(entity, row, []);
  return Object.entries(shape).some(([name, type]) => type._zod.optin !== 'optional' && !names.has(name));
}
