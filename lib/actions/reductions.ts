import { getCell } from '../tables/getCell';
import type { Changed, DataState } from '../types/State';
import { actionTypes } from './actionTypes';
import { type NotedRequest, notedRequests } from './origins';

/** What one action has changed: nothing at all, or what the state says, and more that is told of it. */
export type Reduction = ReducedParts | 'nothing';

interface ReducedParts extends Changed {
  /** The kinds of which all records that changed are no longer there. */
  readonly removed: readonly string[];
  /** Whether data of a response changed that is not part of a record. */
  readonly hasOwnData: boolean;
}

const reductions = new WeakMap<object, Reduction>();
const named = new WeakMap<object, readonly NotedRequest[]>();
const predecessors = new WeakMap<DataState, WeakRef<DataState>>();
const results = new WeakMap<object, WeakRef<DataState>>();

/**
 * Notes, in development, what an action has led to, for tools that show logs.
 *
 * Nothing is kept alive by it: an action's note goes with the action, and of a state only a weak reference is kept.
 */
export function noteReduction(action: object, before: DataState, after: DataState): void {
  const requests = requestsIn(action, before);
  if (requests.length > 0) named.set(action, requests);
  reductions.set(action, before === after ? 'nothing' : reductionFrom(before, after));
  if (typeof WeakRef !== 'function') return;
  results.set(action, new WeakRef(after));
  if (before !== after) predecessors.set(after, new WeakRef(before));
}

/**
 * The states between which an action stands, as a reducer last saw it: those of the present, also while Redux DevTools
 * shows another time. `undefined` where none has, and in production.
 */
export function stepOf(action: object): Readonly<Record<'before' | 'after', DataState>> | undefined {
  const after = results.get(action)?.deref();
  const before = after && (reductionOf(action) === 'nothing' ? after : predecessorOf(after));
  return before && { before, after };
}

/** What an action has changed when a reducer last saw it; `undefined` where none has, and in production. */
export function reductionOf(action: object): Reduction | undefined {
  return reductions.get(action);
}

/** The requests that an action means by their keys, as far as they are known in development: the first of many. */
export function requestsMeantBy(action: object): readonly NotedRequest[] {
  return named.get(action) ?? [];
}

/** Of more keys the rest are not looked for. */
const MAX_KEYS = 20;

function requestsIn(action: object, { endpoints }: DataState): readonly NotedRequest[] {
  const { type, key, keys, meta } = action as {
    readonly type: string;
    readonly key?: string;
    readonly keys?: readonly string[];
    readonly meta?: { readonly failed?: string };
  };
  const meant = type === actionTypes.INVALIDATE ? key : type === actionTypes.RESET ? meta?.failed : undefined;
  const all = meant === undefined ? (Array.isArray(keys) ? keys : []) : [meant];
  return all.slice(0, MAX_KEYS).flatMap(one => {
    const cell = getCell(endpoints, one);
    return (cell && notedRequests.get(cell)) ?? [];
  });
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
