/** A schema's result: the value it makes of its input, or what is wrong with that. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One thing that is wrong with a value, and where. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * A schema of any library that follows https://standardschema.dev: Zod, Valibot,
 * ArkType and others.
 *
 * Declared structurally, so that none of these libraries is imported.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    /** Only types: may be absent at run time. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** The input of a schema, or the type of a sample. */
export type InputOf<S> = S extends { readonly '~standard': unknown } ? InputOfStandard<S> : OfSample<S>;

/** Separate, since most types are none, which is found faster without inference. */
type InputOfStandard<S> = S extends {
  readonly '~standard': { readonly types?: { readonly input: infer Input } | undefined };
}
  ? Input
  : S;

/**
 * The type of a sample: `string` if it is inferred as `''`.
 *
 * For a value written inline, TypeScript infers only readonly literals. Any other type was declared, and its
 * literals are meant.
 */
export type OfSample<S> = S extends object
  ? // biome-ignore lint/complexity/noBannedTypes: where all can be left out it was declared, which is found faster
    {} extends S
    ? S
    : S extends readonly unknown[]
      ? OfItems<S>
      : IsReadonly<S> extends true
        ? [DeclaredIn<S>] extends [never]
          ? { [Name in keyof S]: OfLiteral<S[Name]> }
          : S
        : S
  : S;

type OfItems<S extends readonly unknown[]> = number extends S['length'] ? S : readonly OfLiteral<S[number]>[];

/** Several literals are each meant. */
type OfLiteral<V, All = V> = V extends string
  ? OneOf<string, V, All>
  : V extends number
    ? OneOf<number, V, All>
    : V extends boolean
      ? boolean
      : OfSample<V>;

type OneOf<Wide, V, All> = [All] extends [V] ? Wide : V;

type IsReadonly<S> =
  (<T>() => T extends S ? 1 : 2) extends <T>() => T extends Readonly<S> ? 1 : 2 ? true : false;

/** Names of fields whose type is never inferred, such as a plain `string`. */
type DeclaredIn<S> = {
  [Name in keyof S]: string extends S[Name]
    ? Name
    : number extends S[Name]
      ? Name
      : boolean extends S[Name]
        ? Name
        : undefined extends S[Name]
          ? Name
          : never;
}[keyof S];

/** The output of a schema, or the type itself if it is none. */
export type OutputOf<S> = S extends {
  readonly '~standard': { readonly types?: { readonly output: infer Output } | undefined };
}
  ? Output
  : S;

/** True for schemas that follow the standard; those of some libraries are functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  const { '~standard': standard } = value as Partial<StandardSchema>;
  return typeof standard?.validate === 'function';
}
