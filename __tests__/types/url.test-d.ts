import type { HasParams, PathParams, RemoveLastArg } from '../../lib/url/PathParams';
import { removeLastArg } from '../../lib/url/removeLastArg';
import type { Equal, Expect } from './expectType';

type Value = string | number;

// biome-ignore lint/complexity/noBannedTypes: this tests an object without members
type Nothing = {};

export type ArgumentsOfAPath = [
  Expect<Equal<PathParams<'/users'>, Nothing>>,
  Expect<Equal<PathParams<''>, Nothing>>,
  Expect<Equal<PathParams<'/users/:id'>, { id: Value }>>,
  Expect<Equal<PathParams<'/:owner/:repo/issues/:number'>, { owner: Value; repo: Value; number: Value }>>,
  Expect<Equal<PathParams<'/:owner/*path'>, { owner: Value; path: readonly string[] }>>,
  Expect<Equal<PathParams<'/:from-:to.json'>, { from: Value; to: Value }>>,
  Expect<Equal<PathParams<'/:snake_case/:$dollar/:año'>, { snake_case: Value; $dollar: Value; año: Value }>>,
  Expect<
    Equal<PathParams<'/:"with-dash"/*"and more"'>, { 'with-dash': Value; 'and more': readonly string[] }>
  >,
];

export type OptionalArguments = [
  Expect<Equal<PathParams<'/:group/posts{/:id}'>, { group: Value; id?: Value | undefined }>>,
  Expect<Equal<PathParams<'/files{/*path}'>, { path?: readonly string[] | undefined }>>,
  Expect<Equal<PathParams<'/a{/:b{/:c}}/:d'>, { d: Value; b?: Value | undefined; c?: Value | undefined }>>,
  // Required in one place is required.
  Expect<Equal<PathParams<'{/:id}/x/:id'>, { id: Value }>>,
];

export type ArgumentsOfAQuery = [
  Expect<Equal<PathParams<'/search?q=:q'>, { q: Value }>>,
  Expect<
    Equal<PathParams<'/search?{q=:q}{&page=:page}'>, { q?: Value | undefined; page?: Value | undefined }>
  >,
  Expect<Equal<PathParams<'/search\\?{q=:q}'>, { q?: Value | undefined }>>,
  Expect<Equal<PathParams<'/:group{?page=:page}'>, { group: Value; page?: Value | undefined }>>,
];

export type EscapedText = [
  Expect<Equal<PathParams<'https\\://api.example.com\\:8080/users/:id'>, { id: Value }>>,
  Expect<Equal<PathParams<'/a\\{b\\}/:id/\\*c'>, { id: Value }>>,
];

export type PathsKnownLater = [
  Expect<Equal<PathParams<string>, { [name: string]: unknown }>>,
  Expect<Equal<PathParams<`${string}/users/:id`>, { [name: string]: unknown }>>,
  Expect<Equal<PathParams<`/users/:id/${string}`>, { [name: string]: unknown }>>,
  Expect<Equal<PathParams<`/v${number}/users/:id`>, { id: Value }>>,
  Expect<Equal<PathParams<'/a/:a' | '/b/:b'>, { a: Value } | { b: Value }>>,
  Expect<Equal<PathParams<never>, never>>,
];

export type WhetherAPathTakesArguments = [
  Expect<Equal<HasParams<'/users'>, false>>,
  Expect<Equal<HasParams<'/users/:id'>, true>>,
  Expect<Equal<HasParams<'/users{/:id}'>, true>>,
  Expect<Equal<HasParams<'/files/*path'>, true>>,
  Expect<Equal<HasParams<string>, boolean>>,
];

export type PathsOfLists = [
  Expect<Equal<RemoveLastArg<'/:first/:second'>, '/:first'>>,
  Expect<Equal<RemoveLastArg<'/:first'>, '/'>>,
  Expect<Equal<RemoveLastArg<'/:owner/*path'>, '/:owner'>>,
  Expect<Equal<RemoveLastArg<'/:group/posts{/:id}'>, '/:group/posts'>>,
  Expect<Equal<RemoveLastArg<string>, string>>,
  Expect<Equal<RemoveLastArg<`${string}/:id`>, string>>,
  Expect<Equal<RemoveLastArg<`/users/:id/${string}`>, string>>,
  Expect<Equal<PathParams<RemoveLastArg<'/:group/posts/:id'>>, { group: Value }>>,
  Expect<Equal<PathParams<RemoveLastArg<'/posts/:id'>>, Nothing>>,
];

declare function fetchFrom<const P extends string>(path: P, args: PathParams<P>): void;

fetchFrom('/users/:id', { id: 5 });
fetchFrom('/users/:id', { id: 'ada' });
fetchFrom('/files/*path', { path: ['a', 'b'] });
fetchFrom('/files/*path', { path: ['a', 'b'] as const });
fetchFrom('/posts{/:id}', {});
fetchFrom('/posts{/:id}', { id: undefined });
// @ts-expect-error a required argument is missing
fetchFrom('/users/:id', {});
// @ts-expect-error `undefined` is not an argument
fetchFrom('/users/:id', { id: undefined });
// @ts-expect-error an object is not an argument
fetchFrom('/users/:id', { id: { value: 5 } });
// @ts-expect-error a wildcard takes a list
fetchFrom('/files/*path', { path: 'a/b' });
// @ts-expect-error not a parameter of this path
fetchFrom('/users/:id', { id: 5, name: 'ada' });
// @ts-expect-error a list is not the path of one item
removeLastArg('/users/:id') satisfies '/users/:id';
