import type { DataState } from '../types/State';
import { twinKey } from './twinOf';
import { withRealKeys } from './withRealKeys';

/**
 * Arguments with the keys under which records are shown by now: those that the server
 * has given, and those of records that stand in the place of optimistic ones.
 *
 * The same array when there is nothing to replace.
 */
export function withShownKeys(state: DataState, args: readonly unknown[]): readonly unknown[] {
  // Most states know of no temporary key, and most readers have none.
  if (state.aliases.size === 0 && state.optimistic.length === 0) return args;
  return withRealKeys(state, args, createdAs => twinKey(state, createdAs));
}
