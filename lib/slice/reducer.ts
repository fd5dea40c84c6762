import { fetch } from '../actions/fetch';
import { gc } from '../actions/gc';
import { hydrate } from '../actions/hydrate';
import { expireAll, invalidate, invalidateAll } from '../actions/invalidate';
import { reset } from '../actions/reset';
import { set } from '../actions/set';
import { setResponse } from '../actions/setResponse';
import type { DataState } from '../types/State';
import { assertWellFormed } from './assertWellFormed';
import { initialState } from './initialState';
import { onFetch } from './onFetch';
import { onGc } from './onGc';
import { onHydrate } from './onHydrate';
import { onExpire, onInvalidate } from './onInvalidate';
import { onReset } from './onReset';
import { onSet } from './onSet';
import { onSetResponse } from './onSetResponse';
import { reported } from './reported';

/**
 * The state after an action: a pure function of the two.
 *
 * Whatever is not of this library returns the state it was given. So does an action
 * that has not the fields its type says, which is said on the console: a log that
 * comes from elsewhere may hold anything, and the rest of it still counts.
 */
export function reducer(state: DataState = initialState, action: unknown): DataState {
  const after = reported(() => {
    if (process.env.NODE_ENV !== 'production' && isTyped(action)) assertWellFormed(action);
    return reduced(state, action);
  });
  return after ?? state;
}

function isTyped(action: unknown): action is { readonly type: string } {
  return typeof action === 'object' && action !== null && 'type' in action && typeof action.type === 'string';
}

function reduced(state: DataState, action: unknown): DataState {
  if (fetch.match(action)) return onFetch(state, action);
  if (setResponse.match(action)) return onSetResponse(state, action);
  if (set.match(action)) return onSet(state, action);
  if (invalidate.match(action)) return onInvalidate(state, [action.key], action.meta);
  if (invalidateAll.match(action)) return onInvalidate(state, action.keys, action.meta);
  if (expireAll.match(action)) return onExpire(state, action.keys);
  if (reset.match(action)) return onReset(state, action);
  if (gc.match(action)) return onGc(state, action);
  if (hydrate.match(action)) return onHydrate(state, action);
  return state;
}
