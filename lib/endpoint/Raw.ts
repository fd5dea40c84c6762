import type { EntityFields } from '../schema/EntityClass';
import type { SchemaOf } from '../types/Denormalized';

/**
 * What a server sends for a schema: the fields of entities, before any function of `static schema`.
 *
 * An entity that knows it better says so as `'~raw'`.
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

/** A write to a list is sent what it writes; a removal the record, or its key. */
type RawOfWrite<S> = S extends { readonly '~written': infer Written }
  ? Raw<Written>
  : S extends { readonly entity: infer Entity extends abstract new (...args: never[]) => unknown }
    ? Partial<Raw<Entity>> | string | number
    : RawOfMany<S>;

/** What stands for other schemas is sent what these are. */
type RawOfMany<S> = S extends { readonly '~inner': infer Inner }
  ? Raw<Inner>
  : S extends { readonly '~element': infer Element; readonly isMap: infer IsMap }
    ? IsMap extends true
      ? Readonly<Record<string, Raw<Element>>>
      : readonly Raw<Element>[]
    : S extends { readonly '~kind': infer Kind }
      ? Raw<Kind>
      : unknown;
