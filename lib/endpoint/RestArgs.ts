import type { InputOf } from '../types/StandardSchema';
import type { HasParams, PathParams } from '../url/PathParams';
import type { RestOptions } from './RestOptions';

// The compiler evaluates a nested conditional type each time its branch is taken, but an argument only once. So what
// endpoints have in common, such as the path's parameters, is passed as a type argument here.

/** The arguments of an endpoint: its parameters, then the body. */
export type RestArgs<Options extends RestOptions> = ArgsWith<Options, ParamsOf<Options>>;

type ArgsWith<Options extends RestOptions, Params> = Options extends { readonly method: Reading }
  ? WithoutBody<Params>
  : Options extends { readonly method: string }
    ? string extends Options['method']
      ? NotKnown
      : Options extends { readonly body: unknown }
        ? WithGivenBody<Options['path'], Params, Options['body']>
        : Options['method'] extends Sending
          ? WithBody<Options['path'], Params, unknown>
          : WithoutBody<Params>
    : RestOptions extends Options
      ? NotKnown
      : Options extends { readonly body: unknown }
        ? WithGivenBody<Options['path'], Params, Options['body']>
        : WithoutBody<Params>;

/** Methods that never send a body. */
type Reading = 'GET' | 'HEAD' | 'OPTIONS';

/** Methods that send a body even without the option `body`. */
type Sending = 'POST' | 'PUT' | 'PATCH';

/** The arguments when the options are not known. */
type NotKnown = [params?: unknown, body?: unknown];

/** `body: undefined` means that nothing is sent. */
type WithGivenBody<Path extends string, Params, Body> = [Body] extends [undefined]
  ? WithoutBody<Params>
  : WithBody<Path, Params, InputOf<Body>>;

/** Which parameters do the path and the query take together? */
export type ParamsOf<Options extends RestOptions> = WithSearch<
  PathParams<Options['path']>,
  Options extends { readonly searchParams: unknown } ? Options['searchParams'] : undefined
>;

/** Which parameters do those of a path and those of a query make together? */
export type WithSearch<Params, Search> = [Search] extends [undefined]
  ? Params
  : Flat<Params & OrUndefined<SearchOf<Search>>>;

/** Which query parameters does the option `searchParams` declare? All are optional if it may be `undefined`. */
export type SearchOf<Search> =
  undefined extends InputOf<Search> ? Partial<NonNullable<InputOf<Search>>> : InputOf<Search>;

/**
 * The same parameters, except that optional ones may be `undefined`, which a query leaves out.
 *
 * This matters only under `exactOptionalPropertyTypes`.
 */
type OrUndefined<Params> = {
  [Name in keyof Params]: Params extends Readonly<Record<Name, unknown>>
    ? Params[Name]
    : Params[Name] | undefined;
};

/** Flattens an intersection into one object, so that an editor shows its members. */
export type Flat<T> = T extends infer Shown ? { [Name in keyof Shown]: Shown[Name] } : never;

/** The names of all parameters; in a union, those of any member. */
type NamesIn<Params> = Params extends unknown ? keyof Params : never;

type WithoutBody<Params> = [NamesIn<Params>] extends [never]
  ? []
  : // biome-ignore lint/complexity/noBannedTypes: whether {} fits is whether nothing is required
    {} extends Params
    ? [params?: Params]
    : [params: Params];

/**
 * A single argument is the body, unless the path has required parameters. So the body is optional only where they tell
 * the two apart.
 */
type WithBody<Path extends string, Params, Body> = [NamesIn<Params>] extends [never]
  ? undefined extends Body
    ? [body?: Body]
    : [body: Body]
  : // biome-ignore lint/complexity/noBannedTypes: as above
    {} extends Params
    ? [body: Body] | [params: Params, body: Body]
    : undefined extends Body
      ? true extends HasRequired<Path>
        ? [params: Params, body?: Body]
        : [params: Params, body: Body]
      : [params: Params, body: Body];

type HasRequired<Path extends string> =
  HasParams<Path> extends true ? (Partial<PathParams<Path>> extends PathParams<Path> ? false : true) : false;
