import type { Middleware, MiddlewareAPI } from 'redux';
import type { EndpointDefaults } from '../actions/expiry';
import { fetch, type RequestedBy } from '../actions/fetch';
import { numbered } from '../actions/numbered';
import { reset } from '../actions/reset';
import { isUpdater, type SetAction, set, type Updater, withValue } from '../actions/set';
import { type SetResponseAction, setResponse } from '../actions/setResponse';
import { isTravel } from '../actions/travel';
import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import type { Manager } from '../managers/Manager';
import { reportError } from '../plain/reportError';
import { updatedValue } from '../selectors/updatedValue';
import { noteStoreOf } from '../selectors/watchGaps';
import { mountedObservers } from '../store/MountedObservers';
import {
  asksForHandle,
  provideHandle,
  type ReplacedSlice,
  type ReplacementListener,
  type StoreHandle,
} from '../store/StoreHandle';
import { sliceAt } from '../store/sliceAt';
import { initialState, isAtStart } from '../types/initialState';
import { dropOrphanedRequests, warnOfLost } from './orphanedRequests';
import { networkPresence, slicePresence } from './presence';
import { presentTime } from './presentTime';
import { sliceIn } from './sliceIn';
import { type OnError, tellUnhandled } from './unhandledErrors';

/** What the middleware of one client is made of. */
export interface ClientMiddlewareOptions extends EndpointDefaults {
  readonly reducerPath: string;
  readonly managers: readonly Manager[];
  readonly onError?: OnError | undefined;
}

/**
 * All managers as one middleware, which also provides the handle of its store.
 *
 * Whatever is not of this library comes back from it as `next(action)` left it.
 */
export function clientMiddleware({
  reducerPath,
  managers,
  onError,
  ...defaults
}: ClientMiddlewareOptions): Middleware {
  return api => {
    const stages = managers.map(manager => manager(api));
    if (process.env.NODE_ENV !== 'production') assertStages(stages);
    const replaced = new Set<ReplacementListener>();
    // Without a complaint where it is not there: this is looked at for the actions of others, too.
    const slice = () => sliceAt(api.getState(), reducerPath);
    const onReplaced = (slices: ReplacedSlice) => {
      const isOver = slices.after === undefined || isAtStart(slices.after);
      // First, so that what is in flight counts as sent after it and ends the doubt.
      (isOver ? forget : dropOrphanedRequests)(handle);
      for (const listener of replaced) listener(isOver ? 'reset' : 'restored', slices);
    };
    const { note, ...present } = presentTime(slice, onReplaced, () => dropOrphanedRequests(handle));
    let number = 0;
    const handle: StoreHandle = {
      ...defaults,
      ...present,
      look() {
        begin();
        present.look();
      },
      reducerPath,
      dispatch: api.dispatch,
      awaited: new Map(),
      awaiting: onError && new Set(),
      onError(error, request) {
        try {
          onError?.(error, request);
        } catch (thrown) {
          reportError(thrown);
        }
      },
      begun: new Map(),
      dropped: [],
      takeDropped() {
        dropOrphanedRequests(handle);
        if (process.env.NODE_ENV !== 'production') warnOfLost(handle);
        return handle.dropped.splice(0);
      },
      observers: mountedObservers(),
      nextNumber() {
        number = Math.max(number, slice()?.order ?? 0) + 1;
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
    provideHandle(handle);
    let isBegun = false;
    // Its preloaded state may hold what another store has begun.
    function begin() {
      if (isBegun || slice() === undefined) return;
      isBegun = true;
      dropOrphanedRequests(handle);
    }
    // The store is there when this runs.
    queueMicrotask(begin);
    return next => {
      const noted = note(counting(handle, next));
      const checked =
        process.env.NODE_ENV === 'production'
          ? noted
          : [networkPresence, slicePresence, statesOfStore].reduceRight(
              (following, check) => check(api, reducerPath)(following),
              noted,
            );
      const managed = stages.reduceRight((following, stage) => stage(following), checked);
      return action => {
        if (asksForHandle(action)) return handle;
        // Not noted, so that the store knows it for another time; the way back is.
        if (process.env.NODE_ENV !== 'production' && isTravel(action) && action.state) return next(action);
        present.look();
        const valued = set.match(action) && isUpdater(action.value) ? updated(action, handle) : action;
        // What an app dispatches goes on whatever it is, `undefined` included.
        if (valued === undefined && action !== undefined) return action;
        return managed(numbered(valued, handle.nextNumber));
      };
    };
  };
}

/** An action with the data that its function makes of what is stored; `undefined` where there is nothing to change. */
function updated(action: SetAction, { getState }: StoreHandle): SetAction | undefined {
  const { schema, args } = action;
  const value = updatedValue(getState(), schema, args, action.value as Updater);
  return value === undefined ? undefined : withValue(action, value);
}

/** What makes a manager without options cannot tell that it was called as one: what it makes has reducers. */
function assertStages(stages: readonly unknown[]): void {
  const at = stages.findIndex(stage => typeof stage !== 'function' || 'reducers' in stage);
  if (at === -1) return;
  const fix =
    'List what makes it called, as in managers: [hydrationManager()], or write api => next => action => ...';
  throw argumentError(
    'createDataClient',
    `\`managers[${at}]\` returned ${describeValue(stages[at])}, no middleware`,
    fix,
  );
}

/** Counts the requests that this store has begun, and that have not ended. */
function counting(handle: StoreHandle, next: (action: unknown) => unknown): (action: unknown) => unknown {
  const { begun, awaiting } = handle;
  return action => {
    let by: RequestedBy | undefined;
    if (fetch.match(action) && action.endpoint !== undefined && action.meta)
      begun.set(action.meta.requestId, action.meta.by ?? 'code');
    else if (reset.match(action)) forget(handle);
    else if (setResponse.match(action) && action.meta?.requestId !== undefined) {
      by = begun.get(action.meta.requestId);
      begun.delete(action.meta.requestId);
    }
    const result = handle.tap ? handle.tap(action, next) : next(action);
    if (by !== undefined && awaiting !== undefined) tellUnhandled(handle, action as SetResponseAction, by);
    return result;
  };
}

/** Forgets the requests of a session that is over. */
function forget({ begun, dropped, awaiting }: StoreHandle) {
  begun.clear();
  dropped.splice(0);
  awaiting?.clear();
}

/** Notes, for development, which states a store goes through: a message about one looks at what has become of it. */
function statesOfStore(
  api: MiddlewareAPI,
  reducerPath: string,
): (next: (action: unknown) => unknown) => (action: unknown) => unknown {
  const current = () => sliceAt(api.getState(), reducerPath);
  return next => action => {
    const result = next(action);
    const state = current();
    if (state !== undefined) noteStoreOf(state, current);
    return result;
  };
}
