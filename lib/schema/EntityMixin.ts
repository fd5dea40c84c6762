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

/** What makes an entity of a class besides its fields; static members of a subclass do as well. */
export interface EntityMixinOptions<Instance> {
  /** Unique name of the kind. */
  readonly key?: string;
  /** The field that is the primary key, or a function of the record that returns it. @default `id` */
  readonly pk?:
    | keyof Instance
    | ((
        this: Instance,
        record: Instance,
        parent?: unknown,
        key?: string,
        args?: readonly unknown[],
      ) => string | number | undefined);
  /** Schemas of nested entities, and functions that make values of fields when they are read. */
  readonly schema?: Fields;
  /** Fields by which records can be found. */
  readonly indexes?: readonly string[];
}

/**
 * An entity made of a class that exists already, for whose instances it keeps
 * fields, getters and methods.
 *
 * The class is made without arguments, and gives each field a default value.
 * What it defines itself, a `pk()` too, stays.
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

/** Members that every class has of its own. */
const OWN: readonly PropertyKey[] = ['constructor', 'prototype', 'length', 'name'];

/** Puts the members of an entity on a class, all but those that its base defines itself. */
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

/** A `pk()` that hands on the record, which an arrow function has no other way to see. */
function calledWithRecord(pk: (this: never, record: never, ...rest: never[]) => unknown) {
  return function (this: object, ...rest: never[]) {
    return pk.call(this as never, this as never, ...rest);
  };
}

function define(target: object, name: string, value: unknown) {
  Object.defineProperty(target, name, { value, writable: true, configurable: true });
}
