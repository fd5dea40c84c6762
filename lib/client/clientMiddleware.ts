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

/** Options of a client's middleware. */
export interface ClientMiddlewareOptions extends EndpointDefaults {
  readonly reducerPath: string;
  readonly managers: readonly Manager[];
  readonly onError?: OnError | undefined;
}

/**
 * Joins all managers into one middleware, which also provides the handle of its store.
 *
 * For actions of other libraries it returns what `next(action)` returned.
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
    const replacementListeners = new Set<ReplacementListener>();
    // No error if it is not mounted: this also runs for actions of other libraries.
    const slice = () => sliceAt(api.getState(), reducerPath);
    const onReplaced = (slices: ReplacedSlice) => {
      const isReset = slices.after === undefined || isAtStart(slices.after);
      // First, so that requests in flight count as sent later and end the doubt.
      (isReset ? forget : dropOrphanedRequests)(handle);
      for (const listener of replacementListeners) listener(isReset ? 'reset' : 'restored', slices);
      // The slice's reducer adds a slice that was removed with the next action, and there may be none.
      if (slices.after === undefined) api.dispatch(reset());
    };
    const { note, ...present } = presentTime(slice, onReplaced, () => dropOrphanedRequests(handle));
    let number = 0;
    const handle: StoreHandle = {
      ...defaults,
      ...present,
      checkForChanges() {
        begin();
        present.checkForChanges();
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
        replacementListeners.add(listener);
        return () => replacementListeners.delete(listener);
      },
      cleanup() {
        for (const { cleanup } of stages) cleanup?.();
      },
      getState: () => sliceIn(api.getState(), reducerPath) ?? initialState,
    };
    provideHandle(handle);
    let isBegun = false;
    // Preloaded state may hold requests of another store.
    function begin() {
      if (isBegun || slice() === undefined) return;
      isBegun = true;
      dropOrphanedRequests(handle);
    }
    // The store exists when this runs.
    queueMicrotask(begin);
    return next => {
      const notingNext = note(counting(handle, next));
      const checked =
        process.env.NODE_ENV === 'production'
          ? notingNext
          : [networkPresence, slicePresence, statesOfStore].reduceRight(
              (following, check) => check(api, reducerPath)(following),
              notingNext,
            );
      const managed = stages.reduceRight((following, stage) => stage(following), checked);
      return action => {
        if (asksForHandle(action)) return handle;
        // A jump is not noted, so that it counts as another time; the way back is.
        if (process.env.NODE_ENV !== 'production' && isTravel(action) && action.state) return next(action);
        present.checkForChanges();
        const resolved = set.match(action) && isUpdater(action.value) ? updated(action, handle) : action;
        // Pass on anything that the app dispatches, even `undefined`.
        if (resolved === undefined && action !== undefined) return action;
        return managed(numbered(resolved, handle.nextNumber));
      };
    };
  };
}

/** An action with the data that its updater makes; `undefined` if there is nothing to change. */
function updated(action: SetAction, { getState }: StoreHandle): SetAction | undefined {
  const { schema, args } = action;
  const value = updatedValue(getState(), schema, args, action.value as Updater);
  return value === undefined ? undefined : withValue(action, value);
}

/** Detects a factory listed uncalled: given the store's API, it returns a manager, which has reducers. */
function assertStages(stages: readonly unknown[]): void {
  const index = stages.findIndex(stage => typeof stage !== 'function' || 'reducers' in stage);
  if (index === -1) return;
  const fix =
    'List what makes it called, as in managers: [hydrationManager()], or write api => next => action => ...';
  throw argumentError(
    'createDataClient',
    `\`managers[${index}]\` returned ${describeValue(stages[index])}, no middleware`,
    fix,
  );
}

/** Tracks the requests that this store has begun and that have not ended. */
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

/** In development, notes the states of a store, so that a warning about one can look up the current state. */
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
