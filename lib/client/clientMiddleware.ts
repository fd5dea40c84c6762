import type { Middleware, MiddlewareAPI } from 'redux';
import type { EndpointDefaults } from '../actions/expiry';
import { fetch } from '../actions/fetch';
import { numbered } from '../actions/numbered';
import { reset } from '../actions/reset';
import { setResponse } from '../actions/setResponse';
import type { Manager, ManagerStage } from '../managers/Manager';
import { initialState } from '../slice/initialState';
import { mountedObservers } from '../store/MountedObservers';
import { asksForHandle, provideHandle, type Replacement, type StoreHandle } from '../store/StoreHandle';
import { sliceAt } from '../store/sliceAt';
import type { DataState } from '../types/State';
import { dropForeignRequests } from './foreignRequests';
import { networkPresence } from './networkPresence';
import { type PresentTime, presentTime } from './presentTime';
import { sliceIn } from './sliceIn';
import { slicePresence } from './slicePresence';

/** What the middleware of one client is made of. */
export interface ClientMiddlewareOptions extends EndpointDefaults {
  readonly reducerPath: string;
  readonly managers: readonly Manager[];
}

/**
 * All managers as one middleware, which also answers for its store.
 *
 * Whatever is not of this library comes back from it as `next(action)` left it.
 */
export function clientMiddleware({
  reducerPath,
  managers,
  ...defaults
}: ClientMiddlewareOptions): Middleware {
  return api => {
    const stages = managers.map(manager => manager(api));
    const replaced = new Set<(replacement: Replacement) => void>();
    // Without a complaint where it is not there: this is looked at for the actions of others, too.
    const present = presentTime(() => sliceAt(api.getState(), reducerPath), {
      onReplaced(_before, after) {
        const replacement = isAtStart(after) ? 'reset' : 'restored';
        for (const listener of replaced) listener(replacement);
        if (replacement === 'restored') dropForeignRequests(handle);
      },
      onContinued: () => dropForeignRequests(handle),
    });
    const handle = createHandle(api, reducerPath, defaults, stages, present, replaced);
    provideHandle(handle);
    // The store is there when this runs; its preloaded state may hold what another store has begun.
    queueMicrotask(() => {
      if (sliceAt(api.getState(), reducerPath) !== undefined) dropForeignRequests(handle);
    });
    return next => {
      const noted = present.note(counting(handle.begun, next));
      const checked =
        process.env.NODE_ENV === 'production'
          ? noted
          : networkPresence(api, reducerPath)(slicePresence(api, reducerPath)(noted));
      const managed = stages.reduceRight((following, stage) => stage(following), checked);
      return action => (asksForHandle(action) ? handle : managed(numbered(action, handle.nextNumber)));
    };
  };
}

/** Counts the requests that this store has begun, and that have not ended. */
function counting(begun: Set<string>, next: (action: unknown) => unknown): (action: unknown) => unknown {
  return action => {
    if (fetch.match(action) && action.endpoint !== undefined && action.meta) begun.add(action.meta.requestId);
    else if (reset.match(action)) begun.clear();
    else if (setResponse.match(action) && action.meta?.requestId !== undefined)
      begun.delete(action.meta.requestId);
    return next(action);
  };
}

/** Whether a slice holds nothing, as at the start of a session. */
function isAtStart(slice: DataState | undefined): boolean {
  return slice === undefined || slice === initialState || (slice.version === 0 && slice.endpoints.size === 0);
}

function createHandle(
  api: MiddlewareAPI,
  reducerPath: string,
  defaults: EndpointDefaults,
  stages: readonly ManagerStage[],
  { isPast }: PresentTime,
  replaced: Set<(replacement: Replacement) => void>,
): StoreHandle {
  let number = 0;
  return {
    ...defaults,
    reducerPath,
    dispatch: api.dispatch,
    awaited: new Map(),
    begun: new Set(),
    dropped: [],
    observers: mountedObservers(),
    isPast,
    nextNumber() {
      number = Math.max(number, sliceAt(api.getState(), reducerPath)?.order ?? 0) + 1;
      return number;
    },
    onReplaced(listener) {
      replaced.add(listener);
      return () => replaced.delete(listener);
    },
    cleanup() {
      for (const { cleanup } of stages) cleanup?.();
    },
    getState: () => sliceIn(api.getState(), reducerPath) ?? initialState,
  };
}
