import type { Snapshot } from '../selectors/snapshotOf';
import type { Loose } from '../types/Loose';
import type { OptimisticResponse } from './EndpointOptions';
import type { MergedOptions } from './MergedOptions';
import type { RestArgs } from './RestArgs';

/**
 * Options of an endpoint whose arguments are known.
 *
 * A method, so that a function may say more exactly what it takes: `{ id: string }` where a path takes numbers, too.
 */
export interface Foreseeing<Args extends readonly unknown[]> {
  getOptimisticResponse?(snapshot: Snapshot, ...args: Args): OptimisticResponse;
  scope?(...args: Args): string;
  key?(...args: Args): string;
  readonly writes?: readonly string[] | Naming<Args>['names'] | undefined;
  whenEmpty?(...args: Args): unknown;
  update?(result: Loose, ...args: Args): Readonly<Record<string, (previous: Loose) => unknown>>;
}

/** A method, as those are. */
interface Naming<Args extends readonly unknown[]> {
  names(...args: Args): readonly string[];
}

/** The same of an endpoint of a URL. */
export interface ForeseeingRest<Args extends readonly unknown[]> extends Foreseeing<Args> {
  url?(...args: Args): string;
  process?(value: Loose, ...args: Args): unknown;
}

/** Options without those whose arguments depend on others: the compiler takes types of parameters from `Foreseeing`. */
export type Changeable<Options> = { readonly [Name in keyof Options]?: Options[Name] } extends infer All
  ? { [Name in keyof All]: Name extends keyof ForeseeingRest<never> ? unknown : All[Name] }
  : never;

/** In place of an option that is not changed. */
export interface Kept {
  readonly '~kept': true;
}

/** The options that arguments depend on, as far as `extend` is given them. */
export interface Arguing<Path, Method, Search, Body> {
  readonly path?: Path;
  readonly method?: Method;
  readonly searchParams?: Search;
  readonly body?: Body;
}

/** What are the arguments of an endpoint after these changes? */
export type ArgsAfter<Options, Changes> = RestArgs<MergedOptions<Options, Changed<Changes>>>;

type Changed<Changes> = {
  [Name in keyof Changes as [Changes[Name]] extends [Kept] ? never : Name]: Changes[Name];
};
