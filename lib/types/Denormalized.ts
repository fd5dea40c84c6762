/** A schema object that carries the type of its value. */
export interface SchemaOf<Value> {
  /** Only a type: has no value at run time. */
  readonly '~value': Value;
}

/** The value that readers get for a schema. */
export type Denormalized<S> =
  // First: otherwise the compiler creates all members of an array.
  S extends readonly [infer Element]
    ? readonly Denormalized<Element>[]
    : S extends SchemaOf<infer Value>
      ? Value
      : S extends abstract new (
            ...args: never[]
          ) => infer Instance
        ? Instance
        : S extends (value: never) => infer Value
          ? Value
          : S extends readonly (infer Element)[]
            ? readonly Denormalized<Element>[]
            : S extends string
              ? string
              : S extends number
                ? number
                : S extends boolean
                  ? boolean
                  : S extends object
                    ? { readonly [Field in keyof S]: Denormalized<S[Field]> }
                    : S;
