import type { EntityFields } from '../schema/EntityClass';
import type { SchemaOf } from '../types/Denormalized';

/**
 * What a server sends for a schema: the fields of entities, before functions of `static schema`.
 *
 * An entity can declare a more exact type as `'~raw'`.
 */
export type Raw<S> = S extends { readonly '~raw': infer Sent }
  ? Sent
  : S extends abstract new (
        ...args: never[]
      ) => infer Instance
    ? {
        [Field in keyof EntityFields<Instance>]: S extends { readonly schema: infer Nested }
          ? Field extends keyof Nested
            ? Raw<Nested[Field]> | Extract<Instance[Field], null | undefined>
            : Instance[Field]
          : Instance[Field];
      }
    : S extends { readonly '~contents': infer Contents }
      ? Raw<Contents>
      : S extends SchemaOf<unknown>
        ? RawOfWrite<S>
        : S extends (value: infer Value) => unknown
          ? Value
          : S extends readonly (infer Element)[]
            ? readonly Raw<Element>[]
            : S extends string
              ? string
              : S extends number
                ? number
                : S extends boolean
                  ? boolean
                  : S extends object
                    ? { readonly [Field in keyof S]: Raw<S[Field]> }
                    : S extends null
                      ? null
                      : unknown;

/** For a write to a list, what it writes; for a removal, the record or its key. */
type RawOfWrite<S> = S extends { readonly '~written': infer Written }
  ? Raw<Written>
  : S extends { readonly entity: infer Entity extends abstract new (...args: never[]) => unknown }
    ? Partial<Raw<Entity>> | string | number
    : RawOfMany<S>;

/** For a schema that wraps others, what those are sent. */
type RawOfMany<S> = S extends { readonly '~inner': infer Inner }
  ? Raw<Inner>
  : S extends { readonly '~element': infer Element; readonly isMap: infer IsMap }
    ? IsMap extends true
      ? Readonly<Record<string, Raw<Element>>>
      : readonly Raw<Element>[]
    : S extends { readonly '~kind': infer Kind }
      ? Raw<Kind>
      : unknown;
