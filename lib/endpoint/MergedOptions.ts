import type { RestOptions } from './RestOptions';

/**
 * What are the options of an endpoint after `extend(changes)`?
 *
 * One object whose members an editor shows, however often an endpoint was extended. If an option has a wrong type,
 * the previous options, so that uses of the endpoint are not underlined.
 */
export type MergedOptions<Options, Changes> = {
  readonly [Name in keyof Options | keyof Changes]: Name extends keyof Changes
    ? Changes[Name]
    : Name extends keyof Options
      ? Options[Name]
      : never;
} extends infer Merged extends RestOptions
  ? Merged
  : Options & RestOptions;
