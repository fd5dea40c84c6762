import type { Changed, DataState } from '../types/State';

/** What one action has changed: nothing at all, or what the state says. */
type Reduction = Changed | 'nothing';

const reductions = new WeakMap<object, Reduction>();
const predecessors = new WeakMap<DataState, WeakRef<DataState>>();

/**
 * Notes, in development, what an action has led to, for tools that show logs.
 *
 * Nothing is kept alive by it: an action's note goes with the action, and of a state only a weak reference is kept.
 */
export function noteReduction(action: object, before: DataState, after: DataState): void {
  reductions.set(action, before === after ? 'nothing' : after.changed);
  if (before !== after && typeof WeakRef === 'function') predecessors.set(after, new WeakRef(before));
}

/** What an action has changed when a reducer last saw it; `undefined` where none has, and in production. */
export function reductionOf(action: object): Reduction | undefined {
  return reductions.get(action);
}

/** The state from which an action has led to this one, where it is still there; `undefined` in production. */
export function predecessorOf(state: DataState): DataState | undefined {
  return predecessors.get(state)?.deref();
}
