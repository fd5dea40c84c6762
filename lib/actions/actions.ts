import { fetch } from './fetch';
import { gc } from './gc';
import { hydrate } from './hydrate';
import { expireAll, invalidate, invalidateAll } from './invalidate';
import { reset } from './reset';
import { set } from './set';
import { setResponse } from './setResponse';
import { subscribe, unsubscribe } from './subscribe';

/** The creators of all actions, each with `type` and `match`. */
export const actions = {
  fetch,
  set,
  setResponse,
  reset,
  subscribe,
  unsubscribe,
  invalidate,
  invalidateAll,
  expireAll,
  gc,
  hydrate,
};
