import { getCell } from '../tables/getCell';
import type { Changed, DataState } from '../types/State';

/** What one action has changed: nothing at all, or what the state says, and more that is told of it. */
export type Reduction = ReducedParts | 'nothing';

interface ReducedParts extends Changed {
  /** The kinds of which all records that changed are no longer there. */
  readonly removed: readonly string[];
  /** Whether data of a response changed that is not part of a record. */
  readonly hasOwnData: boolean;
}

const reductions = new WeakMap<object, Reduction>();
const predecessors = new WeakMap<DataState, WeakRef<DataState>>();

/**
 * Notes, in development, what an action has led to, for tools that show logs.
 *
 * Nothing is kept alive by it: an action's note goes with the action, and of a state only a weak reference is kept.
 */
export function noteReduction(action: object, before: DataState, after: DataState): void {
  reductions.set(action, before === after ? 'nothing' : reductionFrom(before, after));
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

function reductionFrom(before: DataState, after: DataState): ReducedParts {
  const { entities } = after.changed;
  const isGone = ([kind, pks]: readonly [string, readonly string[] | true]) =>
    pks !== true && pks.length > 0 && pks.every(pk => getCell(after.entities[kind], pk) === undefined);
  const removed = Object.entries(entities)
    .filter(isGone)
    .map(([kind]) => kind);
  return { ...after.changed, removed, hasOwnData: changesOwnData(before, after) };
}

/** Whether a step changed data of a response that is not part of a record: what is made of keys alone is not told when it is new. */
export function changesOwnData(before: DataState, after: DataState): boolean {
  const { requests } = after.changed;
  if (requests === true) return false;
  return requests.some(key => {
    const [was, is] = [getCell(before.endpoints, key)?.value, getCell(after.endpoints, key)?.value];
    return is !== undefined && is !== was && (was !== undefined || !isOfKeys(is));
  });
}

/** Whether a result is the key of a record, or a list of some. */
function isOfKeys(result: unknown): boolean {
  return typeof result === 'string' || (Array.isArray(result) && result.every(isOfKeys));
}
