import type { EntityFields } from './EntityClass';

type AnyClass = abstract new (...args: never[]) => unknown;

/** What can be found in the store: neither a resource nor an endpoint. */
export interface Findable {
  readonly extend?: { readonly '~of'?: 'a schema: pass the entity, such as Todo'; toString(): string };
  readonly '~data'?: 'none: pass a schema, such as Todo, or useCache for an endpoint';
  // One member that everything has: the compiler wants one in common with a type whose members are all optional.
  toString(): string;
}

/** What finds a record: its key, or an object with some of its fields; what else `pk` reads may stand beside them. */
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
 * What finds the data of a schema: a record by its key or fields, a `Query` of arguments by those, anything else by
 * any.
 *
 * `Given` is inferred from the call: names beside the fields of a record are no excess.
 */
export type FindArgs<S, Given extends readonly unknown[]> = S extends AnyClass ? Given : QueryArgs<S>;

/** What the function of a `Query` takes; anything for other schemas. */
export type QueryArgs<S> = S extends { readonly process: (value: never, ...args: infer Args) => unknown }
  ? Args extends readonly []
    ? readonly unknown[]
    : Args
  : readonly unknown[];
