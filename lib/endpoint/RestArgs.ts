import type { InputOf } from '../types/StandardSchema';
import type { HasParams, PathParams } from '../url/PathParams';
import type { RestOptions } from './RestOptions';

/** Which HTTP method do options stand for? */
export type MethodOf<Options> = Options extends { readonly method: infer Method extends string }
  ? Method
  : Options extends { readonly body: infer Body }
    ? [Body] extends [undefined]
      ? 'GET'
      : 'POST'
    : 'GET';

/** What has to be passed to an endpoint: its parameters, then what is sent. */
export type RestArgs<Options extends RestOptions> =
  string extends MethodOf<Options>
    ? [params?: unknown, body?: unknown]
    : RestOptions extends Options
      ? [params?: unknown, body?: unknown]
      : SendsBody<Options> extends true
        ? WithBody<Options['path'], ParamsOf<Options>, BodyOf<Options>>
        : WithoutBody<ParamsOf<Options>>;

/** Which parameters do path and query take together? */
export type ParamsOf<Options extends RestOptions> = Options extends { readonly searchParams: infer Search }
  ? [Search] extends [undefined]
    ? PathParams<Options['path']>
    : Flat<PathParams<Options['path']> & SearchOf<Search>>
  : PathParams<Options['path']>;

/** Which query parameters does the option `searchParams` stand for? All can be left out where it can. */
export type SearchOf<Search> =
  undefined extends InputOf<Search> ? Partial<NonNullable<InputOf<Search>>> : InputOf<Search>;

/** One object in place of an intersection, so that an editor shows its members and no other name. */
export type Flat<T> = T extends infer Shown ? { [Name in keyof Shown]: Shown[Name] } : never;

/** Does an endpoint with these options send something? */
type SendsBody<Options> =
  MethodOf<Options> extends 'GET' | 'HEAD' | 'OPTIONS'
    ? false
    : Options extends { readonly body: infer Body }
      ? [Body] extends [undefined]
        ? false
        : true
      : MethodOf<Options> extends 'POST' | 'PUT' | 'PATCH'
        ? true
        : false;

type BodyOf<Options> = Options extends { readonly body: infer Body } ? InputOf<Body> : unknown;

type WithoutBody<Params> = keyof Params extends never
  ? []
  : Partial<Params> extends Params
    ? [params?: Params]
    : [params: Params];

/**
 * A single argument is what is sent, unless the path has to be filled. So what is
 * sent may be left out only where that tells the two apart.
 */
type WithBody<Path extends string, Params, Body> = keyof Params extends never
  ? undefined extends Body
    ? [body?: Body]
    : [body: Body]
  : Partial<Params> extends Params
    ? [body: Body] | [params: Params, body: Body]
    : undefined extends Body
      ? true extends HasRequired<Path>
        ? [params: Params, body?: Body]
        : [params: Params, body: Body]
      : [params: Params, body: Body];

type HasRequired<Path extends string> =
  HasParams<Path> extends true ? (Partial<PathParams<Path>> extends PathParams<Path> ? false : true) : false;
