import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import type { Fields } from '../types/Schema';
import { Entity } from './Entity';

/** The static side of every entity. */
export type EntityStatics = Omit<typeof Entity, 'prototype'>;

/** What instances of an entity can do. */
export interface EntityMethods {
  /** The primary key; by default the field `id`. */
  pk(parent?: unknown, key?: string, args?: readonly unknown[]): string | number | undefined;
}

/** What a class needs to become an entity; static members of a subclass do as well. */
export interface EntityMixinOptions<Instance> {
  /** Unique name of the kind. */
  readonly key?: string;
  /** The primary key's field, or a function of the record that returns the key. @default `id` */
  readonly pk?:
    | keyof Instance
    | ((
        this: Instance,
        record: Instance,
        parent?: unknown,
        key?: string,
        args?: readonly unknown[],
      ) => string | number | undefined);
  /** Schemas of nested entities, and functions that create field values on reading. */
  readonly schema?: Fields;
  /** Fields by which records can be found. */
  readonly indexes?: readonly string[];
}

/**
 * Makes an entity of an existing class, and keeps the fields, getters and methods
 * of its instances.
 *
 * The class must work without arguments, and give each field a default value.
 * Its own members, including `pk()`, stay.
 *
 * @example
 * ```ts
 * import { EntityMixin } from 'rdc-toolkit';
 *
 * class Person {
 *   slug = '';
 *   name = '';
 *   get initial() {
 *     return this.name.charAt(0);
 *   }
 * }
 *
 * class User extends EntityMixin(Person, { key: 'User', pk: 'slug' }) {}
 * ```
 */
export function EntityMixin<Instance extends object, Statics extends object>(
  Base: (new () => Instance) & Statics,
  { pk, ...statics }: EntityMixinOptions<Instance> = {},
): (new () => Instance & EntityMethods) & Omit<Statics, 'prototype'> & EntityStatics {
  if (
    process.env.NODE_ENV !== 'production' &&
    typeof (Base as Partial<ObjectConstructor> | null)?.prototype !== 'object'
  ) {
    const fix =
      "Pass a class whose fields have default values: EntityMixin(class { id = ''; }, { key: 'Todo' }).";
    throw argumentError('EntityMixin()', `it was given ${describeValue(Base)} in place of a class`, fix);
  }
  const Made = class extends (Base as new () => object) {};
  copyMembers(Entity, Made, Base);
  copyMembers(Entity.prototype, Made.prototype, Base.prototype as object);
  Object.assign(Made, statics);
  if (pk !== undefined)
    define(Made.prototype, 'pk', typeof pk === 'function' ? calledWithRecord(pk) : readerOf(pk));
  return Made as never;
}

/** Members that every class has itself. */
const OWN: readonly PropertyKey[] = ['constructor', 'prototype', 'length', 'name'];

/** Copies the members of an entity to a class, except those that its base defines itself. */
function copyMembers(from: object, to: object, base: object) {
  for (const name of Reflect.ownKeys(from)) {
    if (OWN.includes(name) || name in base) continue;
    Object.defineProperty(to, name, Object.getOwnPropertyDescriptor(from, name) as PropertyDescriptor);
  }
}

function readerOf(field: PropertyKey) {
  return function (this: Readonly<Record<PropertyKey, unknown>>) {
    return this[field];
  };
}

/** A `pk()` that passes the record, which an arrow function cannot see as `this`. */
function calledWithRecord(pk: (this: never, record: never, ...rest: never[]) => unknown) {
  return function (this: object, ...rest: never[]) {
    return pk.call(this as never, this as never, ...rest);
  };
}

function define(target: object, name: string, value: unknown) {
  Object.defineProperty(target, name, { value, writable: true, configurable: true });
}
