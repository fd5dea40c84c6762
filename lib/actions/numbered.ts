import { fetch } from './fetch';
import { invalidate, invalidateAll } from './invalidate';
import { reset } from './reset';
import { set } from './set';
import { setResponse } from './setResponse';

/**
 * An action with its number, where it has none yet.
 *
 * What this library dispatches itself has one before it is dispatched, so that its
 * log is complete wherever in the chain it is recorded; the middleware numbers what
 * an app has dispatched by hand.
 */
export function numbered<A>(action: A, nextNumber: () => number): A;
export function numbered(action: unknown, nextNumber: () => number): unknown {
  if (typeof (action as { readonly meta?: unknown } | null)?.meta !== 'object') return action;
  if (fetch.match(action))
    return action.meta.began === undefined ? withMeta(action, { began: nextNumber() }) : action;
  if (set.match(action)) {
    if (action.meta.landed !== undefined) return action;
    const landed = nextNumber();
    return withMeta(action, { left: landed, landed });
  }
  if (setResponse.match(action)) {
    if (action.meta.landed !== undefined) return action;
    const landed = nextNumber();
    return withMeta(action, { left: action.meta.left ?? landed, landed });
  }
  if (reset.match(action) || invalidate.match(action) || invalidateAll.match(action)) {
    return action.meta?.landed === undefined ? withMeta(action, { landed: nextNumber() }) : action;
  }
  return action;
}

/** A copy of an action with more in its `meta`; what is not enumerable comes along. */
function withMeta(action: { readonly meta?: object }, numbers: object): object {
  const { meta = {} } = action;
  const counted = Object.defineProperties({ ...numbers }, Object.getOwnPropertyDescriptors(meta));
  const copy: object = Object.defineProperties({}, Object.getOwnPropertyDescriptors(action));
  return Object.defineProperty(copy, 'meta', {
    value: counted,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
