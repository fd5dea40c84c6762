import type { DataState } from '../types/State';
import { realArgs } from './realArgs';
import { twinKey } from './twinOf';

/**
 * Arguments with the keys under which records are shown by now: those that the server
 * has given, and those of records that stand in the place of optimistic ones.
 *
 * The same array when there is nothing to replace.
 */
export function shownArgs(state: DataState, args: readonly unknown[]): readonly unknown[] {
  return realArgs(state, args, createdAs => twinKey(state, createdAs));
}
