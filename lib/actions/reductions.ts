import { own } from '../plain/own';
import { getCell, getValue } from '../tables/getCell';
import type { Changed, DataState, Row } from '../types/State';
import { actionTypes } from './actionTypes';
import type { ExpireAllAction, InvalidateAction, InvalidateAllAction } from './invalidate';
import { type NotedRequest, notedRequests } from './origins';
import type { ResetAction } from './reset';

/** What one action changed; `'nothing'` if the state is the same. */
export type Reduction = Changes | 'nothing';

/** How a record or a list changed: it is new to the store, has a new version, or is gone. */
export type Change = 'new' | 'changed' | 'removed';

/** The states before and after an action. */
export type Step = Readonly<Record<'before' | 'after', DataState>>;

/** The differences between two successive states. */
export interface Changes {
  /** Primary keys by kind; `true` if they are too many to list. */
  readonly records: Readonly<Record<Change, Readonly<Record<string, readonly string[] | true>>>>;
  /** If a changed record is the only change of records: its fields that differ, with their new values. */
  readonly fields: Readonly<Record<string, unknown>> | undefined;
  readonly lists: readonly ListChange[];
  /** A response's data outside of records, with keys in place of records. */
  readonly response: { readonly change: Change; readonly data: unknown } | undefined;
}

interface ListChange {
  readonly change: Change;
  readonly kind: string;
  readonly pk: string;
  readonly was: Row | undefined;
  readonly is: Row | undefined;
}

const reductions = new WeakMap<object, Reduction>();
const named = new WeakMap<object, readonly NotedRequest[]>();
const predecessors = new WeakMap<DataState, WeakRef<DataState>>();
const results = new WeakMap<object, WeakRef<DataState>>();

/**
 * In development, notes what an action changed, for tools that show logs.
 *
 * It keeps nothing alive: an action's note is collected with the action, and states are only referenced weakly.
 */
export function noteReduction(action: object, before: DataState, after: DataState): void {
  const requests = requestsIn(action, before);
  if (requests.length > 0) named.set(action, requests);
  reductions.set(action, before === after ? 'nothing' : changesBetween(before, after));
  if (typeof WeakRef !== 'function') return;
  results.set(action, new WeakRef(after));
  if (before !== after) predecessors.set(after, new WeakRef(before));
}

/**
 * The states before and after an action, as a reducer last saw it: those of the present, also while Redux DevTools
 * shows another time. `undefined` if none has, and in production.
 */
export function stepOf(action: object): Step | undefined {
  const after = results.get(action)?.deref();
  const before = after && (reductionOf(action) === 'nothing' ? after : predecessorOf(after));
  return before && { before, after };
}

/** What an action changed when a reducer last saw it; `undefined` if none has, and in production. */
export function reductionOf(action: object): Reduction | undefined {
  return reductions.get(action);
}

/** The requests that an action names by key, as far as they are known in development: the first of many. */
export function requestsMeantBy(action: object): readonly NotedRequest[] {
  return named.get(action) ?? [];
}

/** Further keys are not looked up. */
const MAX_KEYS = 20;

type Naming = InvalidateAction | InvalidateAllAction | ExpireAllAction | ResetAction;

/** Also works for an action made elsewhere. Of the failures that ended a session, it returns only the last. */
function keysIn(action: Naming): readonly string[] {
  const isReset = action.type === actionTypes.RESET;
  const some =
    action.type === actionTypes.INVALIDATE ? [action.key] : isReset ? action.meta?.failed : action.keys;
  const all = Array.isArray(some) ? some.filter(key => typeof key === 'string') : [];
  return isReset ? all.slice(-1) : all;
}

function requestsIn(action: object, { endpoints }: DataState): readonly NotedRequest[] {
  return keysIn(action as Naming)
    .slice(0, MAX_KEYS)
    .flatMap(one => {
      const cell = getCell(endpoints, one);
      return (cell && notedRequests.get(cell)) ?? [];
    });
}

/** The state before the action that led to this one, if it still exists; `undefined` in production. */
export function predecessorOf(state: DataState): DataState | undefined {
  return predecessors.get(state)?.deref();
}

/** For records that are too many to list: how many changed, and the first of them. */
export interface ManyChanges {
  readonly count: number;
  readonly first: readonly string[];
}

/** Further keys are only counted. */
const MAX_FIRST = 20;

const many = new WeakMap<Changed, Readonly<Record<string, ManyChanges>>>();

/** In development, notes how many records changed of the kinds that `changed` does not list. */
export function noteMany(changed: Changed, written: ReadonlyMap<string, ReadonlySet<string> | true>): void {
  const kinds = [...written].flatMap(([kind, pks]) => {
    if (pks === true || changed.entities[kind] !== true) return [];
    const first: string[] = [];
    for (const pk of pks) {
      first.push(pk);
      if (first.length === MAX_FIRST) break;
    }
    return [[kind, { count: pks.size, first }] as const];
  });
  if (kinds.length > 0) many.set(changed, Object.fromEntries(kinds));
}

/** How many records of a kind changed; `undefined` if no reducer has noted it, and in production. */
export function manyOf({ changed }: DataState, kind: string): ManyChanges | undefined {
  return own(many.get(changed), kind);
}

/** The differences between the states before and after one action. */
export function changesBetween(before: DataState, after: DataState): Changes {
  const records: Record<Change, Record<string, string[] | true>> = { new: {}, changed: {}, removed: {} };
  const lists: ListChange[] = [];
  let count = 0;
  let fields: Changes['fields'];
  for (const [kind, pks] of Object.entries(after.changed.entities)) {
    const tables = [before.entities[kind], after.entities[kind]] as const;
    if (pks === true) {
      const [had, has] = tables.map(table => table?.size || undefined);
      records[changeFrom(had, has) ?? 'changed'][kind] = true;
      count++;
      continue;
    }
    for (const pk of pks) {
      const [was, is] = tables.map(table => getValue(table, pk));
      const change = changeFrom(was, is);
      // It was removed already.
      if (change === undefined) continue;
      if (isListKind(kind)) lists.push({ change, kind, pk, was, is });
      else {
        const known = records[change][kind];
        if (known === undefined) records[change][kind] = [pk];
        else if (known !== true) known.push(pk);
        fields = count++ === 0 && change === 'changed' ? fieldsThatDiffer(was as Row, is as Row) : undefined;
      }
    }
  }
  return { records, fields, lists, response: responseBetween(before, after) };
}

function fieldsThatDiffer(was: Row, is: Row): Readonly<Record<string, unknown>> {
  const [old, now] = [was, is] as Readonly<Record<string, unknown>>[];
  return Object.fromEntries(Object.entries(now ?? {}).filter(([name, value]) => old?.[name] !== value));
}

/** Whether records of a kind are lists, or maps. */
export function isListKind(kind: string): boolean {
  return kind.startsWith('[') || kind.startsWith('{');
}

function changeFrom(was: unknown, is: unknown): Change | undefined {
  if (is !== undefined) return was === undefined ? 'new' : 'changed';
  return was === undefined ? undefined : 'removed';
}

/** The first response whose own data changed. A new one that is only the key of a record is skipped. */
function responseBetween(before: DataState, after: DataState): Changes['response'] {
  const { requests } = after.changed;
  if (requests === true) return undefined;
  for (const key of requests) {
    const [was, is] = [getValue(before.endpoints, key), getValue(after.endpoints, key)];
    if (is === undefined || is === was || (was === undefined && typeof is === 'string')) continue;
    return { change: was === undefined ? 'new' : 'changed', data: is };
  }
  return undefined;
}
