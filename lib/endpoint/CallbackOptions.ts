import type { Snapshot } from '../selectors/snapshotOf';
import type { ConditionalHeaders, EndpointInterface } from '../types/EndpointInterface';
import type { Loose } from '../types/Loose';
import type { DataState } from '../types/State';
import type { OptimisticResponse } from './EndpointOptions';
import type { MergedOptions } from './MergedOptions';
import type { RestArgs } from './RestArgs';

/**
 * Options of an endpoint whose arguments are known.
 *
 * They are methods, so that a function may declare a narrower type: `{ id: string }` where a path also takes numbers.
 */
export interface CallbackOptions<Args extends readonly unknown[]> {
  readonly getOptimisticResponse?: Methods<Args>['predict'] | undefined;
  readonly scope?: Methods<Args>['scope'] | undefined;
  key?(...args: Args): string;
  readonly writes?: readonly string[] | Methods<Args>['names'] | undefined;
  whenEmpty?(...args: Args): unknown;
  readonly update?: Methods<Args>['update'] | undefined;
}

/**
 * Several forms of arguments, or none: the compiler otherwise refuses a function that takes only what precedes them.
 * A single form stays as it is.
 */
type OrFewer<Args extends readonly unknown[], All = Args> = Args extends unknown
  ? [All] extends [Args]
    ? Args
    : Args | []
  : never;

/** Methods, for the same reason. */
interface Methods<Args extends readonly unknown[]> {
  predict(snapshot: Snapshot, ...args: OrFewer<Args>): OptimisticResponse;
  scope(...args: Args): string;
  update(result: Loose, ...args: OrFewer<Args>): Readonly<Record<string, (previous: Loose) => unknown>>;
  names(...args: Args): readonly string[];
  headers(
    state: DataState,
    endpoint: EndpointInterface,
    args: Args,
    key: string,
  ): ReturnType<ConditionalHeaders>;
}

/** The same options, for an endpoint with a URL. */
export interface RestCallbackOptions<Args extends readonly unknown[]> extends CallbackOptions<Args> {
  url?(...args: Args): string;
  getRequestInit?(body: Loose, ...args: OrFewer<Args>): RequestInit | Promise<RequestInit>;
  process?(value: Loose, ...args: OrFewer<Args>): unknown;
  readonly conditional?: Methods<Args>['headers'] | undefined;
}

/** Options, left untyped where `CallbackOptions` types the parameters. */
export type Changeable<Options> = { readonly [Name in keyof Options]?: Options[Name] } extends infer All
  ? { [Name in keyof All]: Name extends keyof RestCallbackOptions<never> ? unknown : All[Name] }
  : never;

/** Stands for an option that `extend` does not change. */
export interface Unchanged {
  readonly '~kept': true;
}

/** The options that determine the arguments, as far as `extend` receives them. */
export interface ArgsOptions<Path, Method, Search, Body> {
  readonly path?: Path;
  readonly method?: Method;
  readonly searchParams?: Search;
  readonly body?: Body;
}

/** Which arguments does an endpoint take after these changes? */
export type ArgsAfter<Options, Changes> = RestArgs<MergedOptions<Options, Changed<Changes>>>;

type Changed<Changes> = {
  [Name in keyof Changes as [Changes[Name]] extends [Unchanged] ? never : Name]: Changes[Name];
};
