import type { DataState } from './State';

/**
 * Reducers for the slice, by action type; pure.
 *
 * For one of the slice's own actions they add to its reducer: `state` is the state after it, `before` the one before.
 */
export type ActionReducers = Readonly<
  Record<string, (state: DataState, action: never, before: DataState) => DataState>
>;
