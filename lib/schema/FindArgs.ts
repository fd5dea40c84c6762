import type { EntityFields } from './EntityClass';

type AnyClass = abstract new (...args: never[]) => unknown;

/** What can be looked up in the store: not a resource, nor an endpoint. */
export interface Findable {
  readonly extend?: { readonly '~of'?: 'a schema: pass the entity, such as Todo'; toString(): string };
  readonly '~data'?: 'none: pass a schema, such as Todo, or useCache for an endpoint';
  // A member that everything has: types whose members are all optional need one in common with the argument.
  toString(): string;
}

/** Arguments that find a record: its key, or an object with some of its fields and anything else that `pk` reads. */
export type RecordArgs<S, None = never> = readonly [
  key: string | number | None | SomeFields<S>,
  ...more: readonly unknown[],
];

type SomeFields<S> = S extends abstract new (
  ...args: never[]
) => infer E
  ? { readonly [Field in keyof EntityFields<E>]?: unknown }
  : never;

/**
 * Arguments that find data: a record's key or fields, a `Query`'s own arguments if it has any, anything for other
 * schemas.
 *
 * `Given` is inferred from the call, so extra names beside fields are no error.
 */
export type FindArgs<S, Given extends readonly unknown[]> = S extends AnyClass ? Given : QueryArgs<S>;

/** The arguments of a `Query`'s function; anything for other schemas. */
export type QueryArgs<S> = S extends { readonly process: (value: never, ...args: infer Args) => unknown }
  ? Args extends readonly []
    ? readonly unknown[]
    : Args
  : readonly unknown[];
