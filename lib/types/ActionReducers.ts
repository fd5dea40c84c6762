import type { DataState } from './State';

/** What actions of a type do to the slice, by type; pure. */
export type ActionReducers = Readonly<Record<string, (state: DataState, action: never) => DataState>>;
