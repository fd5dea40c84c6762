import type { DataState } from '../types/State';
import { twinKey } from './twinOf';
import { withRealKeys } from './withRealKeys';

/**
 * Arguments with the keys under which records are shown by now: those that the server gave, and those of records that
 * replace optimistic ones.
 *
 * The same array if there is nothing to replace.
 */
export function withShownKeys(state: DataState, args: readonly unknown[]): readonly unknown[] {
  // Most states have no temporary keys, and most readers use none.
  if (state.aliases.size === 0 && state.optimistic.length === 0) return args;
  return withRealKeys(state, args, createdAs => twinKey(state, createdAs));
}
