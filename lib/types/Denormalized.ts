/** A schema object that says the type of what it describes. */
export interface SchemaOf<Value> {
  /** Only a type: nothing stands here when the program runs. */
  readonly '~value': Value;
}

/** The value that readers get of a schema. */
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
