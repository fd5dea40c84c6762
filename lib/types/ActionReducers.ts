import type { DataState } from './State';

/**
 * What actions of a type do to the slice, by type; pure.
 *
 * For an action of the slice's own it adds to what that did: `state` is the one after it, `before` the one before.
 */
export type ActionReducers = Readonly<
  Record<string, (state: DataState, action: never, before: DataState) => DataState>
>;
