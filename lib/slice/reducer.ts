import { fetch } from '../actions/fetch';
import {
  type ExpireAllAction,
  expireAll,
  type InvalidateAction,
  type InvalidateAllAction,
  invalidate,
  invalidateAll,
} from '../actions/invalidate';
import { isOwn } from '../actions/isOwn';
import { noteReduction } from '../actions/reductions';
import { type ResetAction, reset } from '../actions/reset';
import { set } from '../actions/set';
import { setResponse } from '../actions/setResponse';
import { actualAction, isShownAction } from '../actions/shownAction';
import { isObject } from '../plain/isObject';
import { own } from '../plain/own';
import { warnOnce } from '../plain/warnOnce';
import { keepFailures } from '../store/keepFailures';
import { noteReadable, readableSlice } from '../store/readableSlice';
import { createOwner } from '../tables/Owner';
import type { ActionReducers } from '../types/ActionReducers';
import { initialState } from '../types/initialState';
import type { DataState } from '../types/State';
import { assertWellFormed } from './assertWellFormed';
import { commit } from './commit';
import { noteLinks } from './noteLinks';
import { noteOrigins } from './noteOrigins';
import { onFetch } from './onFetch';
import { onExpire, onInvalidate } from './onInvalidate';
import { onSet } from './onSet';
import { onSetResponse } from './onSetResponse';
import { travelled } from './timeTravel';
import { tryOrReport } from './tryOrReport';

/**
 * Creates the reducer of a slice, a pure function of state and action.
 *
 * It returns the same state for actions of other libraries. So it does for a malformed action, with a warning in
 * development: a log from elsewhere may hold anything, and the rest of it still counts. In development it applies an
 * action as `devToolsOptions()` shows it like the original.
 *
 * @param managerReducers reducers that managers bring, for their own actions and for what they note about others
 */
export function createReducer(
  managerReducers: ActionReducers,
): (state: DataState | undefined, action: unknown) => DataState {
  const reducers =
    process.env.NODE_ENV === 'production' ? managerReducers : { ...loggedReducers(), ...managerReducers };
  const reducer = (current: DataState | undefined, dispatched: unknown): DataState => {
    const state = current ?? (isReplacing(dispatched) ? { ...initialState } : initialState);
    const before = readableSlice(state);
    if (process.env.NODE_ENV !== 'production') {
      const shown = travelled(before, dispatched, present => reducer(present, dispatched));
      if (shown !== undefined) return shown === before ? state : shown;
    }
    const action = process.env.NODE_ENV === 'production' ? dispatched : actualAction(dispatched);
    const after =
      tryOrReport(() => {
        if (process.env.NODE_ENV !== 'production' && isTyped(action)) assertWellFormed(action);
        return applyAction(before, action, reducers);
      }, action) ?? before;
    if (process.env.NODE_ENV !== 'production' && (isOwn(dispatched) || isShownAction(dispatched))) {
      noteReduction(dispatched, before, after);
      noteOrigins(action as object, before, after);
    }
    return after === before ? state : noteReadable(after, before);
  };
  return reducer;
}

/** Manager reducers for the slice's actions: in development a log replays the same without the managers. */
function loggedReducers(): ActionReducers {
  return { [set.type]: noteLinks, [setResponse.type]: noteLinks, [reset.type]: keepFailures };
}

/** Whether `store.replaceReducer` sent an action. It bypasses middleware, so a copied initial state marks the slice. */
function isReplacing(action: unknown): boolean {
  return isTyped(action) && action.type.startsWith('@@redux/REPLACE');
}

function isTyped(action: unknown): action is { readonly type: string } {
  return isObject(action) && 'type' in action && typeof action.type === 'string';
}

function applyAction(state: DataState, action: unknown, managerReducers: ActionReducers): DataState {
  if (!isTyped(action)) return state;
  const { type } = action;
  if (process.env.NODE_ENV !== 'production' && own(managerReducers, type) === undefined)
    warnOfMissingReducer(type);
  const after = own(REDUCERS, type)?.(state, action as never, state) ?? state;
  return own(managerReducers, type)?.(after, action as never, state) ?? after;
}

/** The reducers of the slice's own actions. */
const REDUCERS: ActionReducers = {
  [fetch.type]: onFetch,
  [setResponse.type]: onSetResponse,
  [set.type]: onSet,
  [invalidate.type]: (state, { key, meta }: InvalidateAction) => onInvalidate(state, [key], meta),
  [invalidateAll.type]: (state, { keys, meta }: InvalidateAllAction) => onInvalidate(state, keys, meta),
  [expireAll.type]: (state, { keys, meta }: ExpireAllAction) => onExpire(state, keys, meta),
  [reset.type]: onReset,
};

/** Empties the store, and notes when. */
function onReset(state: DataState, { date, meta }: ResetAction): DataState {
  const { version: _version, changed: _changed, order: _order, ...emptyParts } = initialState;
  const { landed = state.order + 1 } = meta ?? {};
  const changed = new Map(Object.keys(state.entities).map(kind => [kind, true as const]));
  const parts = { ...emptyParts, lastReset: date, session: landed };
  return commit(state, { parts, changed, order: landed }, createOwner());
}

function warnOfMissingReducer(type: string): void {
  // The manager that brings each reducer.
  const managers: Readonly<Record<string, string>> = {
    'rdc/gc': 'gcManager',
    'rdc/hydrate': 'hydrationManager',
  };
  const manager = own(managers, type);
  if (manager === undefined) return;
  warnOnce(
    `no reducer ${type}`,
    `${type} changed nothing: its reducer is not installed. Add ${manager}() to the managers of createDataClient().`,
  );
}
