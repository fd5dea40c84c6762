import type { MiddlewareAPI } from 'redux';
import { type Garbage, gc } from '../actions/gc';
import { hydrate } from '../actions/hydrate';
import { invalidate } from '../actions/invalidate';
import { reset } from '../actions/reset';
import { set } from '../actions/set';
import { setResponse } from '../actions/setResponse';
import type { Memo } from '../denormalize/Memo';
import { checkCounts, checkDurations } from '../errors/checkValues';
import { type Manager, withCleanup, withReducers } from '../managers/Manager';
import { subscriptions } from '../managers/subscriptions';
import { noop } from '../plain/noop';
import { startTimer, type Timer } from '../plain/startTimer';
import { noteLinks } from '../slice/noteLinks';
import { handleFinder, type StoreHandle } from '../store/StoreHandle';
import { getCell } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import type { DataState } from '../types/State';
import { findGarbage } from './garbage';
import { onGc } from './onGc';

/**
 * How long data is kept, and how often the store is swept; all options are optional. Durations are in milliseconds.
 */
export interface GcManagerOptions {
  /** How long expired data stays after it was last read or stored. @default 300_000 */
  readonly keepUnusedMs?: number;
  /** Time between sweeps. @default 60_000 */
  readonly intervalMs?: number;
  /**
   * How many records of all kinds together may stay; each list counts as one. Above this, unread data is dropped
   * early, the oldest first. @default no limit
   */
  readonly maxRecords?: number;
}

/** How long expired data stays after it was last read or stored, in milliseconds. */
export const DEFAULT_KEEP_UNUSED_MS = 300_000;

/**
 * How long a component may take to mount after the response that it suspended for, in milliseconds.
 */
const RENDERING_MS = 1_000;

/** Time between sweeps, in milliseconds. */
export const DEFAULT_SWEEP_INTERVAL_MS = 60_000;

/**
 * Drops expired data that nothing reads.
 *
 * Data counts as read while a mounted hook shows it, while it is subscribed to or in flight, or while such data
 * refers to it. Reads by plain selectors are not noticed: subscribe to that data, or leave this manager out. One
 * `rdc/gc` action names what is dropped. A timer runs only while the store holds data.
 */
export function gcManager(options: GcManagerOptions = {}): Manager {
  if (process.env.NODE_ENV !== 'production') {
    checkDurations('gcManager', options, ['keepUnusedMs', 'intervalMs']);
    checkCounts('gcManager', options, ['maxRecords']);
  }
  const {
    keepUnusedMs = DEFAULT_KEEP_UNUSED_MS,
    intervalMs = DEFAULT_SWEEP_INTERVAL_MS,
    maxRecords = Infinity,
  } = options;
  const start = (api: MiddlewareAPI) => {
    const handle = handleFinder(api.dispatch);
    const subscribed = subscriptions(handle, noop);
    const lastUsed = new Map<string, number>();
    const lastShown = new Map<Memo, number>();
    let timer: Timer | undefined;
    let isCleanedUp = false;

    function sweepLater() {
      // The store of a server-rendered page is freed as a whole, with its request.
      if (isCleanedUp || handle()?.rendering?.isServer) return;
      timer ??= startTimer(intervalMs, sweep, true);
    }

    function sweep() {
      timer = undefined;
      const store = handle();
      if (store === undefined) return;
      // Data that no component shows at an earlier time may be on screen in the present.
      if (store.isPast()) return sweepLater();
      const now = Date.now();
      noteUse(store, now);
      const garbage = garbageOf(store.getState(), now);
      if (garbage.requests.length > 0 || Object.keys(garbage.entities).length > 0) {
        for (const key of garbage.requests) lastUsed.delete(key);
        api.dispatch(gc(garbage));
      }
      if (holdsData(store.getState())) sweepLater();
    }

    function noteUse({ observers, awaited }: StoreHandle, now: number) {
      // The clock was set back: the use was before now, whatever the clock said.
      for (const [key, time] of lastUsed) if (time > now) lastUsed.set(key, now);
      for (const [memo, time] of lastShown) if (time > now) lastShown.set(memo, now);
      for (const [key, { settledAt = now }] of awaited) {
        // Either side: the clock may have been set back since.
        if (Math.abs(now - settledAt) < RENDERING_MS) lastUsed.set(key, now);
      }
      for (const { observed } of observers) {
        const { key } = observed;
        if (key !== undefined) lastUsed.set(key, now);
        const shown = observed.memo();
        if (shown !== undefined) lastShown.set(shown, now);
      }
      for (const [key] of subscribed.all()) lastUsed.set(key, now);
      for (const [memo, time] of lastShown) {
        if (time < now && time + keepUnusedMs <= now) lastShown.delete(memo);
      }
    }

    function garbageOf(state: DataState, now: number): Garbage {
      const usual = garbageBefore(state, now, -Infinity);
      const excess = excessAfter(usual, state);
      if (excess <= 0) return usual;
      // Each step drops younger data: old data may stay because something young refers to it.
      const unused = garbageBefore(state, now, Infinity);
      const dates = datesOf(state, unused);
      for (let dropCount = datesOf(state, usual).length + excess; dropCount < dates.length; ) {
        const garbage = garbageBefore(state, now, dates[dropCount - 1] ?? now);
        const remaining = excessAfter(garbage, state);
        if (remaining <= 0) return garbage;
        dropCount += remaining;
      }
      return unused;
    }

    function excessAfter(garbage: Garbage, state: DataState): number {
      // Deletions are named, too, but do not count.
      return recordCount(state) - datesOf(state, garbage).length - maxRecords;
    }

    /** @param before unused data received up to then is dropped whatever its age; milliseconds since the Unix epoch */
    function garbageBefore(state: DataState, now: number, before: number): Garbage {
      const isPast = (time: number) => time + keepUnusedMs <= now;
      // A date from before the clock was set back says nothing about age.
      const isOld = (date: number, expiresAt: number) => date > now || (expiresAt <= now && isPast(date));
      const oldestInFlight = firstBegun(state);
      return findGarbage(state, {
        isUsed: key =>
          lastUsed.get(key) === now || getCell(state.inflight, key) !== undefined || isPending(state, key),
        memos: before === -Infinity ? lastShown.keys() : shownAt(now),
        isOldResponse: (key, { date, expiresAt, errorExpiresAt = 0 }) =>
          date <= before ||
          (isOld(date, Math.max(expiresAt, errorExpiresAt)) && isPast(lastUsed.get(key) ?? 0)),
        isOldRecord: ({ date, expiresAt }) => date <= before || isOld(date, expiresAt),
        isOldDeletion: ({ date, landed = 0 }) => (date > now || isPast(date)) && landed <= oldestInFlight,
      });
    }

    function* shownAt(now: number): Iterable<Memo> {
      for (const [memo, time] of lastShown) if (time === now) yield memo;
    }

    function forgetAll() {
      timer?.cancel();
      timer = undefined;
      lastUsed.clear();
      lastShown.clear();
    }

    const stage = (next: (action: unknown) => unknown) => (action: unknown) => {
      if (reset.match(action)) forgetAll();
      // It may never have been fetched: then nothing else says how old the invalidation is.
      if (invalidate.match(action)) lastUsed.set(action.key, Date.now());
      const result = next(action);
      subscribed.note(action);
      if (setResponse.match(action) || set.match(action) || hydrate.match(action)) sweepLater();
      return result;
    };
    return withCleanup(stage, () => {
      isCleanedUp = true;
      forgetAll();
    });
  };
  return withReducers(start, {
    [gc.type]: onGc,
    [set.type]: noteLinks,
    [setResponse.type]: noteLinks,
  });
}

function isPending({ optimistic }: DataState, key: string): boolean {
  return optimistic.some(update => update.key === key);
}

/** The number under which the oldest request in flight began. */
function firstBegun({ inflight }: DataState): number {
  let first = Infinity;
  forEachCell(inflight, (_, { value = [] }) => {
    for (const { began } of value) first = Math.min(first, began);
  });
  return first;
}

function holdsData(state: DataState): boolean {
  return state.endpoints.size > 0 || recordCount(state) > 0;
}

function recordCount({ entities }: DataState): number {
  return Object.values(entities).reduce((sum, { size }) => sum + size, 0);
}

/** When each of these records was received, the oldest first. */
function datesOf({ entities }: DataState, garbage: Garbage): readonly number[] {
  const dates = Object.entries(garbage.entities).flatMap(([kind, pks]) =>
    pks.flatMap(pk => getCell(entities[kind], pk)?.meta.date ?? []),
  );
  return dates.sort((a, b) => a - b);
}
