import type { EntityFields, Given, Wire } from '../schema/EntityClass';
import type { Denormalized } from '../types/Denormalized';

/** Any value. `unknown` would absorb a function type in a union with it, and the types of the function's parameters. */
export type AnyValue = object | string | number | boolean | null | undefined;

/** What `controller.set` takes after the schema: arguments that find the data, then the data or a function of it. */
export type SetArgs<S> = readonly [...args: readonly unknown[], value: Settable<S>];

/** Which data may be stored under a schema? Fields of an entity, as a server would send their values. */
type Settable<S> = S extends abstract new (
  ...args: never[]
) => infer E
  ? // biome-ignore lint/suspicious/noConfusingVoidType: a recipe returns nothing
    FieldsIn<E, S> | ((stored: E & Draft<E, S>) => FieldsIn<E, S> | void)
  : unknown extends S
    ? unknown
    : Several<S> | ((stored: Denormalized<S> & Editable<Denormalized<S>>) => unknown);

/** What is stored under a schema other than an entity: records, for an array of entities. */
type Several<S> = S extends readonly (infer Element extends abstract new (
  ...args: never[]
) => unknown)[]
  ? readonly FieldsIn<InstanceType<Element>, Element>[]
  : AnyValue;

type FieldsIn<E, S> = {
  readonly [Name in keyof EntityFields<E>]?:
    | Given<EntityFields<E>[Name], Wire<S, Name, EntityFields<E>[Name]>, Sent<EntityFields<E>[Name]>>
    | (Name extends KeyName ? KeyLike<EntityFields<E>[Name]> : never)
    | null
    | undefined;
};

/** The record fields that a recipe may change; it returns those with a transform instead. */
type Draft<E, S> = Editable<{
  [Name in keyof E as E[Name] extends Given<E[Name], Wire<S, Name, E[Name]>, unknown>
    ? Name
    : never]: E[Name];
}>;

/** A field that is no primitive may be sent in any form. */
type Sent<Field> = [Field] extends [string | number | boolean | null | undefined] ? Field : unknown;

/** Such a field may be a string or a number. */
type KeyName = 'id' | `${string}Id` | `${string}_id`;

type KeyLike<Field> = string extends Field ? number : number extends Field ? string : never;

/**
 * A mutable version of a type. Like Immer's `Draft`, which declarations of other packages could not name if Redux
 * Toolkit is installed twice.
 */
export type Editable<T> = { -readonly [Name in keyof T]: EditableField<T[Name]> };

/** Nested records stay as they are: they are changed under their own schema. */
type EditableField<T> = T extends ((...args: never[]) => unknown) | Date | RecordInstance
  ? T
  : T extends object
    ? Editable<T>
    : T;

/** An instance of an entity class. */
interface RecordInstance {
  pk(): unknown;
}
