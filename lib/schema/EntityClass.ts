import type { Freshness } from '../types/Freshness';
import type { Fields, TableSchema } from '../types/Schema';
import type { EntityRow, RecordMeta } from '../types/State';

/**
 * The class of one kind of record: the static side of an `Entity`.
 *
 * A subclass declares `key`, `schema` and `indexes`; everything else has a
 * default in `Entity` and may be overridden.
 */
export interface EntityClass<E extends object = object> extends TableSchema {
  new (): E;
  readonly prototype: E;
  /** Unique name of the kind. */
  readonly key: string;
  /** Schemas of nested entities, and functions that create field values on reading. */
  readonly schema?: Fields;
  readonly indexes?: readonly string[];
  /** Fields that a response names differently, such as a relation that comes as a key: `{ author: 'authorId' }`. */
  readonly sources?: Readonly<Record<string, string>>;
  readonly maxEntityDepth: number;
  pk(input: object, parent?: unknown, key?: string, args?: readonly unknown[]): string | undefined;
  process(input: never, parent: unknown, key: string | undefined, args: readonly unknown[]): unknown;
  validate(row: EntityRow, stored?: () => EntityRow | undefined): string | undefined;
  merge(existing: EntityRow, incoming: EntityRow): EntityRow;
  shouldUpdate(
    existingMeta: RecordMeta,
    incomingMeta: Freshness,
    existing: EntityRow,
    incoming: EntityRow,
  ): boolean;
  shouldReorder(
    existingMeta: RecordMeta,
    incomingMeta: Freshness,
    existing: EntityRow,
    incoming: EntityRow,
  ): boolean;
  createIfValid(row: EntityRow): object | undefined;
}

/**
 * The fields of a record as an app may send them: related records also as keys or some of their fields, and values that
 * are created on reading also in the form that the server sends.
 */
export type SentFields<E, S = unknown> = {
  [Field in keyof E as E[Field] extends (...args: never[]) => unknown ? never : Field]: Given<
    E[Field],
    Wire<S, Field, E[Field]>,
    Sent<E[Field]>
  >;
};

/** What a server sends for a field that is converted on reading; `unknown` for all others. */
export type Wire<S, Field, Value> = S extends {
  readonly schema: { readonly [Name in Field & string]: (value: infer Sent) => unknown };
}
  ? unknown extends Sent
    ? // biome-ignore lint/suspicious/noExplicitAny: the function takes anything
      any
    : Sent | Extract<Value, null | undefined>
  : S extends { readonly '~raw': infer Raw; readonly schema: infer Relations }
    ? Field extends keyof Relations
      ? unknown
      : Field extends keyof Raw
        ? Raw[Field]
        : unknown
    : unknown;

/**
 * What an app passes for a field: what the server sends, or a read value that JSON turns into that.
 *
 * @param Otherwise the type where what the server sends is unknown
 */
export type Given<Value, Sent, Otherwise> = 0 extends 1 & Sent
  ? unknown
  : unknown extends Sent
    ? Otherwise
    : Sent | (Value extends Sent ? never : Json<Value> extends Sent ? Value : never);

type Json<Value> = Value extends { toJSON(): infer Made }
  ? Made
  : Value extends string | number | boolean | bigint | null | undefined
    ? Value
    : { [Field in keyof Value]: Json<Value[Field]> };

type Sent<Value> = Value extends { pk(): string | number | undefined }
  ? Value | string | number | Partial<EntityFields<Value>>
  : Value extends Date
    ? Value | string | number
    : Value extends readonly { pk(): string | number | undefined }[]
      ? readonly Sent<Value[number]>[]
      : Value extends Readonly<Record<string, { pk(): string | number | undefined }>>
        ? { readonly [Name in keyof Value]: Sent<Value[Name]> }
        : Value;

/** The data fields of a record, without methods. */
export type EntityFields<E> = {
  [Field in keyof E as E[Field] extends (...args: never[]) => unknown ? never : Field]: E[Field];
};
