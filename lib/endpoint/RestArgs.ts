import type { InputOf } from '../types/StandardSchema';
import type { HasParams, PathParams } from '../url/PathParams';
import type { RestOptions } from './RestOptions';

// A branch that is a conditional type itself is worked out again each time it is taken; an argument is so once.
// So what endpoints have in common, as the parameters of a path, is handed on as arguments here.

/** What has to be passed to an endpoint: its parameters, then what is sent. */
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

/** Methods that send nothing, whatever else is said. */
type Reading = 'GET' | 'HEAD' | 'OPTIONS';

/** Methods that send something, even where nothing says what. */
type Sending = 'POST' | 'PUT' | 'PATCH';

/** The arguments where the options are not known. */
type NotKnown = [params?: unknown, body?: unknown];

/** Given as `undefined`, a body says that nothing is sent. */
type WithGivenBody<Path extends string, Params, Body> = [Body] extends [undefined]
  ? WithoutBody<Params>
  : WithBody<Path, Params, InputOf<Body>>;

/** Which parameters do path and query take together? */
export type ParamsOf<Options extends RestOptions> = WithSearch<
  PathParams<Options['path']>,
  Options extends { readonly searchParams: unknown } ? Options['searchParams'] : undefined
>;

/** Which parameters do those of a path and of a query make together? */
export type WithSearch<Params, Search> = [Search] extends [undefined]
  ? Params
  : Flat<Params & OrUndefined<SearchOf<Search>>>;

/** Which query parameters does the option `searchParams` stand for? All can be left out where it can. */
export type SearchOf<Search> =
  undefined extends InputOf<Search> ? Partial<NonNullable<InputOf<Search>>> : InputOf<Search>;

/**
 * The same parameters, where those that can be left out may be given as `undefined`: a query leaves them out.
 *
 * Only `exactOptionalPropertyTypes` tells the two apart.
 */
type OrUndefined<Params> = {
  [Name in keyof Params]: Params extends Readonly<Record<Name, unknown>>
    ? Params[Name]
    : Params[Name] | undefined;
};

/** One object in place of an intersection, so that an editor shows its members and no other name. */
export type Flat<T> = T extends infer Shown ? { [Name in keyof Shown]: Shown[Name] } : never;

/** Names of all parameters; of a union, those of any member. */
type NamesIn<Params> = Params extends unknown ? keyof Params : never;

type WithoutBody<Params> = [NamesIn<Params>] extends [never]
  ? []
  : // biome-ignore lint/complexity/noBannedTypes: whether {} fits is whether nothing is required
    {} extends Params
    ? [params?: Params]
    : [params: Params];

/**
 * A single argument is what is sent, unless the path has to be filled. So what is
 * sent may be left out only where that tells the two apart.
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
