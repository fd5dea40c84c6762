import type { EntityFields } from '../schema/EntityClass';
import type { AnyValue } from '../types/AnyValue';
import type { Denormalized } from '../types/Denormalized';

/** What `controller.set` takes after the schema: arguments that find the data, then the data or a function of it. */
export type SetArgs<S> = readonly [...args: readonly unknown[], value: Settable<S>];

/** Which data may be stored under a schema? Fields of an entity, as a server would send their values. */
type Settable<S> = S extends abstract new (
  ...args: never[]
) => infer E
  ? // biome-ignore lint/suspicious/noConfusingVoidType: a recipe returns nothing
    FieldsIn<E> | ((stored: E & Editable<E>) => FieldsIn<E> | void)
  : unknown extends S
    ? unknown
    : AnyValue | ((stored: Denormalized<S> & Editable<Denormalized<S>>) => unknown);

type FieldsIn<E> = { readonly [Name in keyof EntityFields<E>]?: Sent<Name, EntityFields<E>[Name]> };

/**
 * What a server may send for a field: a key is a text or a number. What a schema makes of a value, such as a date or
 * a record, may come as anything.
 */
type Sent<Name, Field> = [Field] extends [string | number | boolean | null | undefined]
  ? Field | (Name extends KeyName ? KeyLike<Field> : never) | null | undefined
  : unknown;

type KeyName = 'id' | `${string}Id` | `${string}_id`;

type KeyLike<Field> = string extends Field ? number : number extends Field ? string : never;

/**
 * What a recipe may change: all of it. As Immer's `Draft`, which declarations of other packages could not name where
 * Redux Toolkit is installed twice.
 */
export type Editable<T> = { -readonly [Name in keyof T]: EditableField<T[Name]> };

/** A record is one type, for reading and for writing: what it holds is changed under its own schema. */
type EditableField<T> = T extends ((...args: never[]) => unknown) | Date | RecordInstance
  ? T
  : T extends object
    ? Editable<T>
    : T;

/** An instance of an entity class. */
interface RecordInstance {
  pk(): unknown;
}
