import type { InputOf } from '../types/StandardSchema';
import type { PathParams } from '../url/PathParams';
import type { RestOptions } from './RestOptions';

/** The HTTP method that options stand for. */
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
    : HasBody<Options> extends true
      ? WithBody<ParamsOf<Options>, BodyOf<Options>>
      : WithoutBody<ParamsOf<Options>>;

/** Parameters of path and query together. */
export type ParamsOf<Options extends RestOptions> = Simplify<
  PathParams<Options['path']> &
    SearchOf<Options extends { readonly searchParams: infer Search } ? InputOf<Search> : undefined>
>;

type SearchOf<Search> = [Search] extends [undefined]
  ? unknown
  : undefined extends Search
    ? Partial<NonNullable<Search>>
    : Search;

type HasBody<Options> =
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

type WithBody<Params, Body> = keyof Params extends never
  ? [body: Body] | [params: Params, body: Body]
  : Partial<Params> extends Params
    ? [body: Body] | [params: Params, body: Body]
    : [params: Params, body: Body];

type Simplify<T> = { [Key in keyof T]: T[Key] };
