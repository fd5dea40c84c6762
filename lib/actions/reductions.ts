import { own } from '../plain/own';
import { getCell, getValue } from '../tables/getCell';
import type { Changed, DataState, Row } from '../types/State';
import { actionTypes } from './actionTypes';
import type { ExpireAllAction, InvalidateAction, InvalidateAllAction } from './invalidate';
import { type NotedRequest, notedRequests } from './origins';
import type { ResetAction } from './reset';

/** What one action has changed; `'nothing'` where the state is the same. */
export type Reduction = Changes | 'nothing';

/** What became of a record or a list: it is new to the store, another version, or no longer there. */
export type Change = 'new' | 'changed' | 'removed';

/** The states between which an action stands. */
export type Step = Readonly<Record<'before' | 'after', DataState>>;

/** What differs between two states that follow each other. */
export interface Changes {
  /** Primary keys by kind; `true` where they are too many to list. */
  readonly records: Readonly<Record<Change, Readonly<Record<string, readonly string[] | true>>>>;
  /** The only record that changed, where no other is new or removed: what differs of it, with the values that it has now. */
  readonly fields: Readonly<Record<string, unknown>> | undefined;
  readonly lists: readonly ListChange[];
  /** Data of a response that is not part of a record, with the keys of records in their place. */
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
 * Notes, in development, what an action has led to, for tools that show logs.
 *
 * Nothing is kept alive by it: an action's note goes with the action, and of a state only a weak reference is kept.
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
 * The states between which an action stands, as a reducer last saw it: those of the present, also while Redux DevTools
 * shows another time. `undefined` where none has, and in production.
 */
export function stepOf(action: object): Step | undefined {
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

type Naming = InvalidateAction | InvalidateAllAction | ExpireAllAction | ResetAction;

/** Also of an action that nothing of the library has made. Of the failures that ended a session the last is meant. */
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

/** The state from which an action has led to this one, where it is still there; `undefined` in production. */
export function predecessorOf(state: DataState): DataState | undefined {
  return predecessors.get(state)?.deref();
}

/** Of records that are too many to list: how many changed, and the first of them. */
export interface ManyChanges {
  readonly count: number;
  readonly first: readonly string[];
}

/** Of more keys only the number is kept. */
const MAX_FIRST = 20;

const many = new WeakMap<Changed, Readonly<Record<string, ManyChanges>>>();

/** Notes, in development, how many records changed of the kinds of which `changed` says only that they were many. */
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

/** How many records of a kind changed, where a reducer has noted it; `undefined` where none has, and in production. */
export function manyOf({ changed }: DataState, kind: string): ManyChanges | undefined {
  return own(many.get(changed), kind);
}

/** What differs between two states, of which the second came of the first by one action. */
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
      // What was removed already is no news.
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

/** The first response whose own data changed: the key of a record alone is not told when it is new. */
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
